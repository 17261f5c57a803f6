import { expect, type Page } from '@playwright/test'
import { callApi } from '../../server/src/ops/seed/api-client.ts'
import { checkAccessibility, sizes } from '../kit/accessibility.ts'
import { type Company, signIn, startCompany } from '../kit/company.ts'
import { type Product, test } from '../kit/product.ts'

const question = 'How many days do I have to return an item?'
const goodText = 'You may return any item within 30 days of delivery. Returns are free of charge.'
const badText = 'You may return any item within 14 days of delivery. Returns are free of charge.'

type Prepared = { page: Page; product: Product; company: Company; itemId: string }

/** A published project with one test, which passes with what visitors get. */
async function prepare(page: Page, product: Product): Promise<Prepared> {
  const company = await startCompany(product.url)
  const [item] = await company.ask('GET', `/api/projects/${company.project.id}/agent/kb`)
  await company.ask('POST', `/api/projects/${company.project.id}/answer-tests`, {
    question,
    mustContain: ['30 days'],
    mustCite: null,
    mustHandOver: false,
  })
  await signIn(page, product.url, company)
  return { page, product, company, itemId: item.id }
}

const getState = ({ ask, project }: Company) => ask('GET', `/api/projects/${project.id}/answers`)
const reachStatus = (company: Company, status: string) =>
  expect.poll(async () => (await getState(company)).status).toBe(status)

function edit({ ask, project }: Company, itemId: string, content: string) {
  return ask('PATCH', `/api/projects/${project.id}/agent/kb/${itemId}`, { content })
}

async function openAgents({ page, product, company }: Prepared) {
  await page.goto(`${product.url}/projects/${company.project.id}?tab=agents`)
  await expect(page.getByRole('heading', { name: /^Knowledge/ })).toBeVisible()
}

/** Edits the knowledge item on the screen, in its drawer. */
async function writeText(page: Page, text: string) {
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('tab', { name: 'Edit' }).click()
  await drawer.getByRole('textbox', { name: 'Text' }).fill(text)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeDisabled()
  await drawer.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(drawer).toBeHidden()
}

const held = (page: Page) => page.getByRole('region', { name: 'Held changes' })

test('a broken test holds a change, a fix makes it live, and a reason publishes it anyway', async ({
  page,
  product,
}) => {
  const prepared = await prepare(page, product)
  const { company } = prepared
  await openAgents(prepared)

  await test.step('holds the change and shows both answers', async () => {
    await page.getByRole('button', { name: goodText.slice(0, 40) }).click()
    await writeText(page, badText)
    await expect(held(page)).toBeVisible()
    await expect(held(page)).toContainText('1 change held: a test failed')
    await expect(held(page)).toContainText(question)
    await expect(held(page)).toContainText(/Visitors get.*30 days.*With your changes.*14 days/s)
    await expect(page.getByText('Visitors get the earlier version')).toBeVisible()
  })

  await test.step('leads to the text, and the fix goes live by itself', async () => {
    await held(page).getByRole('link', { name: 'Fix' }).click()
    await writeText(page, `${goodText} Keep the receipt.`)
    await expect(held(page)).toBeHidden()
    await reachStatus(company, 'live')
    await expect(page.getByText('Visitors get the earlier version')).toBeHidden()
  })

  await test.step('opens the test from the banner', async () => {
    await edit(company, prepared.itemId, badText)
    await expect(held(page)).toBeVisible()
    await held(page).getByRole('button', { name: 'Update the test' }).click()
    await expect(page.getByRole('dialog').getByLabel('The answer must include')).toHaveValue('30 days')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('publishes anyway with a reason, which the audit log has', async () => {
    await held(page).getByRole('button', { name: 'Publish anyway' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Publish anyway' })).toBeDisabled()
    await dialog.getByLabel('Reason').fill('The terms changed today')
    await dialog.getByRole('button', { name: 'Publish anyway' }).click()
    await expect(dialog).toBeHidden()
    await expect(held(page)).toBeHidden()
    await reachStatus(company, 'live')
    const { events } = await company.ask('GET', '/api/audit')
    expect(JSON.stringify(events)).toContain('The terms changed today')
  })
})

test('in manual mode, changes wait for a publish that tests them', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const prepared = await prepare(page, product)
  const { company, itemId } = prepared
  await page.goto(`${product.url}/projects/${company.project.id}/publish`)
  await page.getByText('When you publish', { exact: true }).click()
  await expect.poll(async () => (await getState(company)).mode).toBe('manual')

  await edit(company, itemId, `${goodText} Keep the receipt.`)
  await openAgents(prepared)
  const waiting = page.getByRole('region', { name: 'Waiting changes' })
  await expect(waiting).toContainText('1 change waits for the next publish')
  await waiting.getByRole('link', { name: 'Review and publish' }).click()
  const changes = page.getByRole('list', { name: 'Changes to answers' })
  await expect(changes.getByRole('listitem')).toHaveCount(1)
  await expect(changes.locator('mark').filter({ hasText: 'Keep the receipt.' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeHidden()
  await expect(waiting).toBeHidden()

  await edit(company, itemId, badText)
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'Answer tests failed' })
  await expect(failure).toContainText(question)
  await failure.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByLabel('Reason').fill('The terms changed today')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish anyway' }).click()
  await expect(failure).toBeHidden()
  await reachStatus(company, 'live')
})

test('a restored release brings removed texts back only where they are selected', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  const knowledge = `/api/projects/${company.project.id}/agent/kb`
  const [item] = await company.ask('GET', knowledge)
  const faq = await company.ask('POST', `/api/projects/${company.project.id}/faq`, {
    question: 'Do you ship abroad?',
    answer: 'Yes, to all of Europe.',
  })
  const { id: erasedId } = await company.ask('POST', knowledge, {
    type: 'manual',
    content: '# Gift cards\nWe sell gift cards.',
  })
  await company.ask('PATCH', `${knowledge}/${erasedId}/embedded`)
  await company.ask('PATCH', `/api/widget/${company.project.widgetConfigId}`, {
    brand: { chatName: 'Second' },
  })
  await company.ask('POST', `/api/projects/${company.project.id}/publish`)
  await company.ask('DELETE', `${knowledge}/${item.id}`)
  await company.ask('DELETE', `${knowledge}/${erasedId}`)
  await company.ask('DELETE', `/api/projects/${company.project.id}/faq/${faq.id}`)
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${company.project.id}/publish`)
  await page.getByRole('button', { name: 'Restore release 2' }).click()
  const dialog = page.getByRole('dialog')
  const boxes = dialog.getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  for (const box of await boxes.all()) await expect(box).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Erase permanently: Gift cards' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByText('Text erased')).toBeVisible()
  await expect(boxes).toHaveCount(2)
  await expect(dialog).toContainText('1 text was erased permanently and cannot come back.')
  await dialog.getByRole('button', { name: 'Erase permanently: Do you ship abroad?' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase permanently' }).click()
  await expect(boxes).toHaveCount(1)
  await expect(dialog).toContainText('2 texts were erased permanently and cannot come back.')
  await dialog.getByRole('checkbox', { name: /You may return/ }).check()
  await dialog.getByRole('button', { name: 'Restore to draft' }).click()
  await expect(page.getByText('Release 2 restored to your draft')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Waiting changes' })).toContainText(
    '1 change waits for the next publish',
  )
  const items = await company.ask('GET', knowledge)
  expect(items.map(({ id }: { id: string }) => id)).toEqual([item.id])
  expect((await company.ask('GET', `/api/projects/${company.project.id}/faq`)).faqs).toEqual([])
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByRole('region', { name: 'Waiting changes' })).toBeHidden()
})

test('a text that a restore has removed from the draft can be taken out of the live answers at once', {
  tag: '@full',
}, async ({ page, product }) => {
  const company = await startCompany(product.url)
  const path = `/api/projects/${company.project.id}`
  await company.ask('POST', `${path}/faq`, { question: 'Do you ship abroad?', answer: 'Yes, to Europe.' })
  await company.ask('PATCH', `${path}/answers`, { mode: 'manual' })
  await company.ask('POST', `${path}/releases/1/restore`)
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${company.project.id}/publish`)
  await page.getByRole('button', { name: 'Stop using now: Do you ship abroad?' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Visitors stop getting answers from “Do you ship abroad?” right away')
  await question.getByRole('button', { name: 'Stop using now' }).click()
  await expect(page.getByText('Removed from the live answers')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Stop using now/ })).toHaveCount(0)
  const { data } = await callApi(product.url, 'GET', `/api/public/${company.project.publicKey}`)
  expect(data.faqs).toEqual([])
})

test('"Why this answer?" opens the text of the release, also after it was removed and erased', {
  tag: '@full',
}, async ({ page, product }) => {
  const prepared = await prepare(page, product)
  const { company } = prepared
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  const openText = async () => {
    await page.getByRole('button', { name: 'Why this answer?' }).first().click()
    await page.getByRole('dialog').getByText('Details').click()
    await expect(page.getByRole('dialog')).toContainText('Release 1, revision 1')
    await page.getByRole('dialog').getByRole('button', { name: 'Text in this release' }).first().click()
  }
  await expect(page.getByRole('log')).toContainText('within 30 days')
  await openText()
  await expect(page.getByRole('dialog')).toContainText('Returns are free of charge.')

  await openAgents(prepared)
  await page.getByRole('button', { name: goodText.slice(0, 40) }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Erase permanently' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase permanently' }).click()
  await expect(page.getByText('Text erased')).toBeVisible()
  await expect(page.getByRole('button', { name: goodText.slice(0, 40) })).toBeHidden()
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  await openText()
  await expect(page.getByRole('dialog')).toContainText('This text was erased permanently')
})

test('a source can ask before pages that were read again go live', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  const sources = `/api/projects/${company.project.id}/agent/sources`
  await company.ask('POST', sources, { kind: 'archive', name: 'Manuals' })
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${company.project.id}?tab=agents`)
  await page.getByRole('button', { name: 'Review Manuals' }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('radio', { name: 'Go live if tests pass' })).toBeChecked()
  await page.getByRole('dialog').getByText('Ask me first', { exact: true }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  expect((await company.ask('GET', sources))[0].asksBeforePublish).toBe(true)
})

for (const { width, height } of sizes) {
  test(`held answers are accessible at ${width} px in both themes`, { tag: '@full' }, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({ viewport: { width, height } })
    const prepared = await prepare(await context.newPage(), product)
    const { page, company, itemId } = prepared
    await edit(company, itemId, badText)
    await reachStatus(company, 'held')
    await openAgents(prepared)
    await expect(held(page)).toBeVisible()
    await checkAccessibility(page, 'agents, held')
    await page.goto(`${product.url}/projects/${company.project.id}/publish`)
    await expect(page.getByRole('list', { name: 'Changes to answers' })).toBeVisible()
    await checkAccessibility(page, 'publish, held')
    await context.close()
  })
}
