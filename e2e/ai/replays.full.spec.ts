import { expect, type Page } from '@playwright/test'
import { join } from '../../server/test/kit/client.ts'
import { checkAccessibility, sizes } from '../kit/accessibility.ts'
import { type Company, signIn, startCompany, startConversation } from '../kit/company.ts'
import { type Product, test } from '../kit/product.ts'
import { respondWithError } from '../kit/staff.ts'
import { createQuietProject } from '../kit/visitor.ts'

const returns = 'How many days do I have to return an item?'
const parking = 'How many parking spaces are there?'
const vouchers = 'Do you sell gift vouchers?'

const section = (page: Page) => page.getByRole('region', { name: "Visitors' questions" })
const rows = (page: Page) => section(page).getByRole('list', { name: 'Changed answers' }).locator('> li')
const row = (page: Page, question: string) => rows(page).filter({ hasText: question })

function reachStatus({ ask, project }: Company, status: string) {
  const getStatus = async () => (await ask('GET', `/api/projects/${project.id}/answers`)).status
  return expect.poll(getStatus).toBe(status)
}

async function addText({ ask, project }: Company, content: string): Promise<string> {
  const knowledge = `/api/projects/${project.id}/agent/kb`
  const { id } = await ask('POST', knowledge, { type: 'manual', content })
  await ask('PATCH', `${knowledge}/${id}/embedded`)
  return id
}

function edit({ ask, project }: Company, itemId: string, content: string) {
  return ask('PATCH', `/api/projects/${project.id}/agent/kb/${itemId}`, { content })
}

/** Asks as a visitor and waits for the reply of the AI, which may be a hand-over. */
async function askAsVisitor(product: Product, { ask, project }: Company, question: string) {
  const sessionId = await startConversation(product.url, project.publicKey, question)
  await waitForReply(ask, sessionId)
}

function waitForReply(ask: Company['ask'], sessionId: string) {
  const hasReply = async () => {
    const { messages } = await ask('GET', `/api/sessions/${sessionId}/messages`)
    return messages.at(-1).from !== 'visitor'
  }
  return expect.poll(hasReply).toBe(true)
}

/** A project in manual mode whose visitors have asked three questions, with edits that change the answer to each. */
async function prepare(product: Product): Promise<Company & { returnsId: string }> {
  const company = await startCompany(product.url)
  const { ask, project } = company
  const [item] = await ask('GET', `/api/projects/${project.id}/agent/kb`)
  await waitForReply(ask, company.sessionId)
  const parkingId = await addText(company, '# Parking\nThere are 12 parking spaces behind the shop.')
  await reachStatus(company, 'live')
  for (const question of [returns, parking, vouchers]) await askAsVisitor(product, company, question)
  await ask('PATCH', `/api/projects/${project.id}/answers`, { mode: 'manual' })
  await edit(company, item.id, 'You may return any item within 14 days of delivery.')
  await edit(company, parkingId, '# Opening\nWe opened our doors in 1999.')
  await addText(company, '# Gift vouchers\nWe sell gift vouchers of 25 and 50 euros.')
  await expect.poll(async () => (await ask('GET', `/api/projects/${project.id}/answers`)).changes).toBe(3)
  return { ...company, returnsId: item.id }
}

async function open(page: Page, product: Product, { project }: Company) {
  await page.goto(`${product.url}/projects/${project.id}/publish`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Compares and waits for the results. */
async function compare(page: Page, name: string) {
  await section(page).getByRole('button', { name }).click()
  await expect(section(page).getByRole('status').last()).toContainText('questions ·')
}

test('an owner compares answers before publishing, and saves a question as a test', async ({
  page,
  product,
}) => {
  const company = await prepare(product)
  const { ask, project, returnsId } = company
  await signIn(page, product.url, company)
  await open(page, product, company)
  const status = section(page).getByRole('status').last()

  await test.step('shows the progress, and then the questions by frequency', async () => {
    await section(page).getByRole('button', { name: 'Compare answers' }).focus()
    await page.keyboard.press('Enter')
    await expect(section(page).getByRole('progressbar')).toBeVisible()
    await expect(section(page)).toContainText(/\d of 3/)
    await expect(status).toContainText('3 answers change · 3 questions')
    await expect(section(page).getByRole('progressbar')).toBeHidden()
    await expect(rows(page).first()).toContainText(returns)
    await expect(row(page, returns)).toContainText('May be worse')
    await expect(row(page, returns)).toContainText('Asked 2 times · Figures, dates or links differ.')
    await expect(row(page, parking)).toContainText('No longer answered')
    await expect(row(page, vouchers)).toContainText('Newly answered')
  })

  await test.step('filters by verdict', async () => {
    await section(page).getByRole('button', { name: 'Newly answered (1)' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(vouchers)
    await section(page).getByRole('button', { name: 'All (3)' }).click()
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('opens both answers with the words that differ', async () => {
    const toggle = row(page, returns).getByRole('button', { name: returns, exact: true })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect(row(page, returns)).toContainText(/Visitors get.*30 days.*With your changes.*14 days/s)
    await expect(row(page, returns).locator('mark').filter({ hasText: '30' })).toBeVisible()
    await expect(row(page, returns).locator('mark').filter({ hasText: '14' })).toBeVisible()
    await row(page, parking).getByRole('button', { name: parking, exact: true }).click()
    await expect(row(page, parking)).toContainText(
      /12 parking spaces.*The AI assistant hands over to a person/s,
    )
  })

  await test.step('saves the question as an answer test', async () => {
    await row(page, vouchers).getByRole('button', { name: 'Add as test' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Question')).toHaveValue(vouchers)
    await dialog.getByLabel('The answer must include').fill('25 and 50 euros')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    const saved = row(page, vouchers).getByRole('button', { name: 'Saved as test' })
    await expect(saved).toBeFocused()
    await expect(saved).toHaveAttribute('aria-disabled', 'true')
    const { tests } = await ask('GET', `/api/projects/${project.id}/answer-tests`)
    expect(tests).toMatchObject([{ question: vouchers, mustContain: ['25 and 50 euros'] }])
  })

  await test.step('says that it is outdated after an edit, also after a reload', async () => {
    await edit(company, returnsId, 'You may return any item within 7 days of delivery.')
    const outdated = section(page).getByText('Your changes are newer than this comparison')
    await expect(outdated).toBeVisible()
    await page.reload()
    await expect(outdated).toBeVisible()
    await compare(page, 'Compare again')
    await expect(outdated).toBeHidden()
    await row(page, returns).getByRole('button', { name: returns, exact: true }).click()
    await expect(row(page, returns)).toContainText('7 days')
  })

  await test.step('disappears once visitors get the answers', async () => {
    await page.getByRole('button', { name: 'Publish changes' }).click()
    await expect(section(page)).toBeHidden()
  })
})

test('a project can demand a review of changed answers before they go live', async ({ page, product }) => {
  const company = await prepare(product)
  const { ask, project, returnsId } = company
  await signIn(page, product.url, company)
  await open(page, product, company)
  const setting = page.getByRole('switch', { name: 'Review changed answers before they go live' })
  const waiting = page.getByRole('region', { name: 'Waiting changes' })

  await test.step('a publish leads to the comparison', async () => {
    // By keyboard: what loads above moves the switch.
    await setting.press('Space')
    await expect(setting).toBeChecked()
    await expect(waiting).toContainText('3 changes wait for a review')
    await page.getByRole('button', { name: 'Publish changes' }).click()
    const failure = page.getByRole('alert').filter({ hasText: 'Review the changed answers first' })
    await failure.getByRole('button', { name: 'Review changed answers' }).press('Enter')
    await page.keyboard.press('Tab')
    await expect(section(page).getByRole('button', { name: 'Compare answers' })).toBeFocused()
  })

  await test.step('reviewed answers can be published', async () => {
    await compare(page, 'Compare answers')
    await section(page).getByRole('button', { name: 'Mark as reviewed' }).click()
    await expect(section(page)).toContainText(/Reviewed by Sample Agent/)
    await expect(waiting).toContainText('3 changes wait for the next publish')
    await page.getByRole('button', { name: 'Publish changes' }).click()
    await expect(section(page)).toBeHidden()
    await reachStatus(company, 'live')
  })

  await test.step('in automatic mode, the review makes them live, and a reason does so without it', async () => {
    await page.getByText('Automatically when tests pass', { exact: true }).click()
    await expect
      .poll(async () => (await ask('GET', `/api/projects/${project.id}/answers`)).mode)
      .toBe('automatic')
    await edit(company, returnsId, 'You may return any item within 7 days of delivery.')
    await expect(waiting).toContainText('1 change waits for a review')
    await expect(page.getByRole('button', { name: 'Publish changes' })).toBeHidden()
    await compare(page, 'Compare again')
    await section(page).getByRole('button', { name: 'Mark as reviewed' }).click()
    await expect(section(page)).toBeHidden()
    await reachStatus(company, 'live')

    await edit(company, returnsId, 'You may return any item within 21 days of delivery.')
    await waiting.getByRole('button', { name: 'Publish anyway' }).click()
    await expect(page.getByRole('dialog')).toContainText('although the changed answers were not reviewed')
    await page.getByLabel('Reason').fill('The terms changed today')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish anyway' }).click()
    await expect(waiting).toBeHidden()
    await reachStatus(company, 'live')
  })
})

test('says when nothing changes, and an Agent sees results but cannot compare', async ({
  browser,
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  const { ask, project } = company
  await waitForReply(ask, company.sessionId)
  await ask('PATCH', `/api/projects/${project.id}/answers`, { mode: 'manual' })
  await signIn(page, product.url, company)
  await open(page, product, company)
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeVisible()
  await expect(section(page)).toBeHidden()
  await addText(company, '# Parking\nThere are 12 parking spaces behind the shop.')
  await expect(section(page)).toBeVisible()
  await section(page).getByRole('button', { name: 'Compare answers' }).click()
  await expect(section(page)).toContainText('No answers change · 1 question')
  await expect(section(page).getByRole('group', { name: 'Filter by result' })).toBeHidden()

  const agent = await join(product.url, { get: ask }, 'Agent', 'Second Agent')
  const second = await (await browser.newContext()).newPage()
  await signIn(second, product.url, agent)
  await open(second, product, company)
  await expect(section(second)).toContainText('No answers change · 1 question')
  await expect(section(second)).toContainText('Only Owners and Admins can compare answers.')
  await expect(section(second).getByRole('button')).toHaveCount(0)
})

test('says when visitors have asked nothing, and offers to retry what failed', async ({ page, product }) => {
  const company = await startCompany(product.url)
  const project = await createQuietProject(company.ask)
  await company.ask('PATCH', `/api/projects/${project.id}/answers`, { mode: 'manual' })
  await company.ask('POST', `/api/projects/${project.id}/faq`, { question: 'Open?', answer: 'Every day.' })
  await signIn(page, product.url, company)
  await page.route('**/replays/latest', respondWithError())
  await open(page, product, { ...company, project })
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load the comparison' })
  await expect(failure).toBeVisible()
  await page.unroute('**/replays/latest')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await page.route('**/replays', respondWithError())
  await section(page).getByRole('button', { name: 'Compare answers' }).click()
  await expect(section(page).getByRole('alert')).toHaveText('Failed to compare the answers')
  await page.unroute('**/replays')
  await section(page).getByRole('button', { name: 'Compare answers' }).click()
  await expect(section(page)).toContainText('No visitor questions yet')
  await expect(section(page).getByRole('alert')).toBeHidden()
})

for (const { width, height } of sizes) {
  test(`a comparison is accessible at ${width} px in both themes`, async ({ browser, product }) => {
    const company = await prepare(product)
    const page = await (await browser.newContext({ viewport: { width, height } })).newPage()
    await signIn(page, product.url, company)
    await open(page, product, company)
    await checkAccessibility(page, 'before a comparison')
    await compare(page, 'Compare answers')
    for (const question of [returns, parking, vouchers])
      await row(page, question).getByRole('button', { name: question, exact: true }).click()
    await expect(row(page, returns).locator('mark').first()).toBeVisible()
    await page.getByText('Review changed answers before they go live').click()
    await expect(section(page).getByRole('button', { name: 'Mark as reviewed' })).toBeVisible()
    await checkAccessibility(page, 'with both answers and a review')
  })
}
