import { expect, type Locator } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { holdRequests } from '../kit/hold-requests.ts'
import { respondWithError, type Staff, test } from '../kit/staff.ts'

test('adds and orders FAQs and shows them in the widget', async ({ browser, product, website }) => {
  const company = await startCompany(product.url)
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${company.project.id}?tab=faq`)
  await expect(page.getByText('No FAQs yet')).toBeVisible()
  for (const [question, answer] of [
    ['How long is delivery?', 'Three days.'],
    ['Do you ship abroad?', 'Yes, to Austria.'],
  ] as const) {
    await page.getByRole('button', { name: 'Add FAQ' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Question').fill(question)
    await dialog.getByLabel('Answer').fill(answer)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(question)).toBeVisible()
  }
  await page
    .getByRole('button', { name: /Move up/ })
    .last()
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Do you ship abroad?' })).toContainText('1')
  await page.getByRole('switch', { name: 'Show FAQs in the widget' }).click({ force: true })
  await page.getByRole('button', { name: 'Add to Knowledge Base' }).click()
  await expect(page.getByText('Added 2 FAQ entries to Knowledge Base.').first()).toBeVisible()

  website.pages['/faq'] = `<!doctype html><title>Shop</title><h1>Shop</h1>${company.embedCode}`
  await page.goto(`${website.url}/faq`)
  await page.getByRole('button', { name: /Open chat/ }).click()
  await page.frameLocator('iframe').getByText('Do you ship abroad?').click()
  await expect(page.frameLocator('iframe').getByText('Yes, to Austria.')).toBeVisible()
})

test('reverts failed changes and offers a retry without error text', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  const project = await createProject(staff)
  const path = `/api/projects/${project.id}/faq`
  for (const question of ['First?', 'Second?']) await staff.ask('POST', path, { question, answer: 'Yes.' })
  await page.goto(`/projects/${project.id}?tab=faq`)
  const rows = page.getByRole('list', { name: 'FAQs' }).getByRole('listitem')
  await expect(rows).toHaveText([/First/, /Second/])
  await expect(rows.first().getByRole('button', { name: /Move up/ })).toBeDisabled()

  await page.route('**/faq-order', respondWithError('Not for the screen'))
  await rows
    .last()
    .getByRole('button', { name: /Move up/ })
    .click()
  await expect(rows.filter({ hasText: 'Second' }).getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(rows).toHaveText([/First/, /Second/])
  await page.unroute('**/faq-order')
  await rows.getByRole('button', { name: 'Retry' }).click()
  await expect(rows).toHaveText([/Second/, /First/])
  await expect(rows.getByRole('button', { name: 'Retry' })).toHaveCount(0)

  await page.route('**/faq-toggle', respondWithError('Not for the screen'))
  const shown = page.getByRole('switch', { name: 'Show FAQs in the widget' })
  await shown.click({ force: true })
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(shown).not.toBeChecked()
  await page.unroute('**/faq-toggle')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(shown).toBeChecked()

  await page.route(`**${path}/*`, respondWithError('Not for the screen'))
  await rows.first().getByRole('button', { name: 'Edit FAQ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' })
  await dialog.getByLabel('Question').fill('Changed?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows.first().getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(rows.first()).toContainText('Second?')
  await page.unroute(`**${path}/*`)
  await rows.first().getByRole('button', { name: 'Retry' }).click()
  await expect(rows.first()).toContainText('Changed?')
  await expect(page.getByText('Not for the screen')).toHaveCount(0)
})

test('shows specified errors, and hides the success message after a while', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  const project = await createProject(staff)
  const path = `/api/projects/${project.id}/faq`
  await page.route(`**${path}`, respondWithError())
  await page.goto(`/projects/${project.id}?tab=faq`)
  await expect(page.getByText('Failed to load FAQs')).toBeVisible()
  // Reconnecting also retries failed requests, which must not happen during the test.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.unroute(`**${path}`)
  await page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('button', { name: 'Generate FAQ' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByText('Please add at least one page URL')).toBeVisible()
  await page.keyboard.press('Escape')
  await staff.ask('POST', path, { question: 'First?', answer: 'Yes.' })
  await page.reload()
  await page.route(`**${path}/sync-kb`, respondWithError())
  await page.getByRole('button', { name: 'Add to Knowledge Base' }).click()
  await expect(page.getByText('Failed to sync to Knowledge Base')).toBeVisible()
  await page.unroute(`**${path}/sync-kb`)
  await page.getByRole('button', { name: 'Add to Knowledge Base' }).click()
  const note = page.getByText('Added 1 FAQ entries to Knowledge Base.').first()
  await expect(note).toBeVisible()
  await expect(note).toBeHidden()
})

test('stores a double submit once, and syncs only what has not been deleted', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  const project = await createProject(staff)
  const path = `/api/projects/${project.id}`
  await page.goto(`/projects/${project.id}?tab=faq`)
  await expect(page.getByText('No FAQs yet')).toBeVisible()
  const requests = await holdRequests(page, `**${path}/faq`)
  await page.getByRole('button', { name: 'Add FAQ' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add FAQ' })
  for (const label of ['Question', 'Answer']) {
    expect(await readRequiredMark(dialog.getByText(label))).toContain('*')
  }
  await dialog.getByLabel('Answer').fill('x'.repeat(150))
  await dialog.getByLabel('Answer').press('ControlOrMeta+a')
  await dialog.getByLabel('Answer').press('ControlOrMeta+c')
  await dialog.getByLabel('Question').press('ControlOrMeta+v')
  await expect(dialog.getByLabel('Question')).toHaveValue('x'.repeat(120))
  await expect(dialog.getByText('The pasted text was cut to fit 120 characters.')).toBeVisible()
  await dialog.getByLabel('Question').fill('First?')
  await expect(dialog.getByText('The pasted text was cut')).toBeHidden()
  await dialog.getByLabel('Answer').fill('Yes.')
  await dialog.getByLabel('Question').press('Enter')
  await requests.waitForRequest()
  await dialog.getByLabel('Question').press('Enter')
  await requests.release()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add FAQ' }).first().click()
  await dialog.getByLabel('Question').fill('Second?')
  await dialog.getByLabel('Answer').fill('Yes.')
  // Both submits happen before the busy state is on the screen.
  await dialog.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  await expect(dialog).toBeHidden()
  const rows = page.getByRole('list', { name: 'FAQs' }).getByRole('listitem')
  await expect(rows).toHaveText([/First/, /Second/])

  await page.getByRole('button', { name: 'Add to Knowledge Base' }).click()
  await expect(page.getByText('Added 2 FAQ entries to Knowledge Base.').first()).toBeVisible()
  await rows.last().getByRole('button', { name: 'Delete FAQ' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveText([/First/, /Second/])
  await rows.last().getByRole('button', { name: 'Delete FAQ' }).click()
  await page.getByRole('button', { name: 'Add to Knowledge Base' }).click()
  await expect(page.getByText('Added 0 FAQ entries to Knowledge Base.').first()).toBeVisible()
  expect(await staff.ask('GET', `${path}/agent/kb`)).toMatchObject([{ title: 'First?' }])
})

/** The mark that the style adds to the label of a required field. */
function readRequiredMark(label: Locator): Promise<string> {
  return label.evaluate((element) => getComputedStyle(element, '::after').content)
}

function createProject({ ask }: Staff) {
  return ask('POST', '/api/projects', { name: 'Example Shop' })
}
