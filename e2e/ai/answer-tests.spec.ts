import { expect, type Page } from '@playwright/test'
import { checkAccessibility, sizes } from '../kit/accessibility.ts'
import { type Company, signIn, startCompany, startConversation } from '../kit/company.ts'
import { test as base, type Product } from '../kit/product.ts'
import { respondWithError } from '../kit/staff.ts'
import { visit } from '../kit/visitor.ts'

const rewritten = 'Hello! Your parcel comes on Friday.'
const question = 'How many days do I have to return an item?'

/** Runs with a model server that returns one fixed response and does not stream, so replies to visitors are quoted. */
const test = base.extend<object, { environment: Record<string, string> }>({
  environment: [
    async ({ website }, use) => {
      website.pages['/v1/chat/completions'] = JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'sample',
        choices: [{ index: 0, message: { role: 'assistant', content: rewritten }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      })
      await use({ AI_BASE_URL: `${website.url}/v1`, AI_MODEL: 'sample' })
    },
    { scope: 'worker' },
  ],
})

test('an agent uses writing assistance and improves the AI answers', async ({ page, product }) => {
  const company = await startCompany(product.url)
  const { id, publicKey } = company.project
  await startConversation(product.url, publicKey, 'Do you sell gift cards?')
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  const transcript = page.getByRole('log')

  await test.step('previews a message in another tone and sends it', async () => {
    await page.getByText('Writing Assistant').click()
    await page.getByLabel('Tone').selectOption('Friendly')
    await expect(page.getByRole('button', { name: 'Preview' })).toBeDisabled()
    await message.fill('parcel comes friday')
    await message.press('Alt+Enter')
    const preview = page.getByRole('region', { name: 'Friendly preview' })
    await expect(preview).toContainText(rewritten)
    await preview.getByRole('button', { name: 'Send this' }).click()
    await expect(message).toHaveValue('')
    await expect(transcript).toContainText(rewritten)
    await page.getByRole('button', { name: 'Friendly · Show original' }).click()
    await expect(transcript).toContainText('parcel comes friday')
  })

  await test.step('a quick reply has nothing to do with an edited preview', async () => {
    const editPreview = async () => {
      await message.fill('parcel comes friday')
      await message.press('Alt+Enter')
      await page.getByRole('button', { name: 'Edit it' }).click()
      await expect(message).toHaveValue(rewritten)
    }
    const last = async () => {
      const { messages } = await company.ask('GET', `/api/sessions/${company.sessionId}/messages`)
      const { text, meta } = messages.at(-1)
      return { text, original: meta.original }
    }
    await page.getByRole('button', { name: 'Smart reply' }).click()
    const replies = page.getByRole('list', { name: 'Quick replies' })
    await editPreview()
    await replies.getByRole('button', { name: "Sure, I'll help with that!" }).click({ modifiers: ['Alt'] })
    // The model's answer has facts that the reply has not, so the reply is sent as written.
    await expect.poll(last).toEqual({ text: "Sure, I'll help with that!" })
    await replies.getByRole('button', { name: 'Could you share a few details?' }).click()
    await message.press('Enter')
    await expect.poll(last).toEqual({ text: 'Could you share a few details?' })
  })

  await test.step('drafts a reply from the knowledge and undoes it', async () => {
    await message.fill('my own words')
    await page.getByRole('button', { name: 'Suggest answer' }).click()
    await expect(message).toHaveValue(/within 30 days/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(message).toHaveValue('my own words')
    await message.fill('')
  })

  await test.step('explains a hand-over', async () => {
    await page.getByRole('link', { name: /Do you sell gift cards/ }).click()
    await page.getByRole('button', { name: 'Why no answer?' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('region', { name: 'Decision' })).toContainText('handed over')
    await expect(dialog.getByRole('button', { name: 'Draft FAQ' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.goBack()
  })

  await test.step('explains an answer and reports it as bad', async () => {
    await page.getByRole('button', { name: 'Why this answer?' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('region', { name: 'Passages' })).toContainText('within 30 days')
    await dialog.getByRole('button', { name: 'Details' }).click()
    await expect(dialog).toContainText('No model: quoted from your knowledge')
    await dialog.getByRole('button', { name: 'Not a good answer' }).click()
    await dialog.getByRole('button', { name: 'Create answer test' }).click()
    await expect(dialog.getByLabel('Question')).toHaveValue(question)
    await dialog.getByLabel('The answer must include').fill('60 days')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Answer test created')).toBeVisible()
  })

  await page.goto(`${product.url}/projects/${id}?tab=agents`)
  const tests = page.getByRole('list', { name: 'Answer tests' })

  await test.step('runs the failing test and shows what is missing', async () => {
    await page.getByRole('button', { name: 'Run tests' }).click()
    await expect(tests).toContainText('The answer does not contain “60 days”.')
    await tests.getByRole('button', { name: 'Show answer' }).click()
    await expect(tests).toContainText('within 30 days')
  })

  await test.step('turns an unanswered question into an FAQ', async () => {
    const unanswered = page.getByRole('list', { name: 'Unanswered questions' })
    await unanswered.getByRole('button', { name: 'Ignore' }).click()
    await expect(unanswered).toBeHidden()
    await page.getByRole('button', { name: 'Show ignored (1)' }).click()
    await page
      .getByRole('list', { name: 'Ignored questions' })
      .getByRole('button', { name: 'Restore' })
      .click()
    await unanswered.getByRole('button', { name: 'Write an answer' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Question')).toHaveValue('Do you sell gift cards?')
    await dialog.getByLabel('Answer').fill('Yes, from 10 euros.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(unanswered).toBeHidden()
  })

  await test.step('warns about failing tests when publishing, without blocking it', async () => {
    await company.ask('POST', `/api/projects/${id}/publish`)
    await page.goto(`${product.url}/projects/${id}/publish`)
    await expect(page.getByRole('heading', { name: /Answer tests: 1 of 1 failed/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Published' })).toBeVisible()
    await page.getByRole('link', { name: 'View answer tests' }).click()
    await tests.getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(page.getByText('Save questions your AI assistant must get right.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(tests).toContainText(question)
  })
})

/** Asks as a visitor, waits for the AI's answer and rates it as not helpful. */
async function rateDown({ url }: Product, publicKey: string, text: string, comment: string): Promise<void> {
  const visitor = await visit(url, { publicKey })
  await visitor.say(text)
  const { message } = await visitor.next('message:new', (event) => event.message.from === 'agent')
  expect(await visitor.send('feedback', { messageId: message._id, rating: 1, comment })).toEqual({
    success: true,
  })
  visitor.socket.disconnect()
}

const suggested = (page: Page) => page.getByRole('list', { name: 'Suggested tests' })

/** A company with an answer that a visitor rated as not helpful, and one that its agent corrected. */
async function prepareSuggestions(page: Page, product: Product): Promise<Company> {
  const company = await startCompany(product.url)
  const { ask, project, sessionId } = company
  const getMessages = async () => (await ask('GET', `/api/sessions/${sessionId}/messages`)).messages
  await expect.poll(async () => (await getMessages()).length).toBe(2)
  const correction = 'Items on sale: within 14 days. Questions? Write to help@example.com.'
  await ask('POST', `/api/sessions/${sessionId}/messages`, { text: correction, clientId: 'correction' })
  await rateDown(product, project.publicKey, 'Are returns free of charge?', 'Call me on +49 170 1234567')
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${project.id}?tab=agents`)
  await expect(suggested(page).getByRole('listitem')).toHaveCount(2)
  return company
}

test('an owner makes tests of a bad rating and a correction, with tags and an owner', {
  tag: '@full',
}, async ({ page, product }) => {
  const { ask, project } = await prepareSuggestions(page, product)
  const corrected = suggested(page).getByRole('listitem').filter({ hasText: question })
  const rated = suggested(page).getByRole('listitem').filter({ hasText: 'Are returns free of charge?' })
  const tests = page.getByRole('list', { name: 'Answer tests' })

  await test.step('shows where each suggestion comes from, without personal data', async () => {
    await expect(corrected).toContainText('Corrected by your team')
    await expect(corrected).toContainText(/The AI assistant answered.*30 days.*Your team answered.*14 days/s)
    await expect(corrected).toContainText('Write to [email]')
    await expect(rated).toContainText('Rated not helpful')
    await expect(rated).toContainText('Call me on [phone number]')
    await expect(page.getByText('Coverage: 0% · 0 of 2 questions')).toBeVisible()
  })

  await test.step('makes a test that expects what the person answered', async () => {
    await corrected.getByRole('button', { name: 'Add as test' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Your team answered')
    await expect(dialog.getByLabel('Question')).toHaveValue(question)
    await expect(dialog.getByLabel('The answer must include')).toHaveValue('14 days')
    await expect(dialog.getByLabel('Owner').locator('option:checked')).toHaveText('Sample Agent')
    await dialog.getByLabel('Tags').fill('Sale, Returns')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Answer test created')).toBeVisible()
    await expect(corrected).toBeHidden()
    await expect(tests).toContainText('Sample Agent')
    await expect(page.getByText('Coverage: 50% · 1 of 2 questions')).toBeVisible()
  })

  await test.step('filters the tests by tag', async () => {
    await ask('POST', `/api/projects/${project.id}/answer-tests`, {
      question: 'Do you ship abroad?',
      mustContain: [],
      mustCite: null,
      mustHandOver: false,
      tags: ['Shipping'],
      ownerId: null,
    })
    const tags = page.getByRole('group', { name: 'Filter by tag' })
    await expect(tags.getByRole('button', { name: 'Shipping (1)' })).toBeVisible()
    await tags.getByRole('button', { name: 'Shipping (1)' }).press('Enter')
    await expect(tests.getByRole('listitem')).toHaveCount(1)
    await expect(tests).toContainText('Do you ship abroad?')
    await tests.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Owner')).toHaveValue('')
    await dialog.getByLabel('Tags').fill('a, b, c, d, e, f')
    await expect(dialog).toContainText('Use at most 5 tags')
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByLabel('Tags').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(tests.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('ignores a suggestion and restores it', async () => {
    await rated.getByRole('button', { name: 'Ignore' }).click()
    await expect(page.getByText('Suggestion ignored')).toBeVisible()
    await expect(page.getByText('No suggestions.')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Show ignored (1)' }).click()
    await page
      .getByRole('list', { name: 'Ignored suggestions' })
      .getByRole('button', { name: 'Restore' })
      .click()
    await expect(rated).toBeVisible()
    const isIgnored = async () =>
      (await ask('GET', `/api/projects/${project.id}/answer-tests/suggestions`)).suggestions[0].isIgnored
    await expect.poll(isIgnored).toBe(false)
  })

  await test.step('offers to retry what failed to load', async () => {
    await page.route('**/answer-tests/suggestions', respondWithError())
    await page.reload()
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load the suggested tests' })
    await expect(failure).toBeVisible()
    await page.unroute('**/answer-tests/suggestions')
    await failure.getByRole('button', { name: 'Retry' }).click()
    await expect(rated).toBeVisible()
  })
})

for (const { width, height } of sizes) {
  test(`suggested tests are accessible at ${width} px in both themes`, { tag: '@full' }, async ({
    browser,
    product,
  }) => {
    const page = await (await browser.newContext({ viewport: { width, height } })).newPage()
    await prepareSuggestions(page, product)
    await checkAccessibility(page, 'suggested tests')
    await suggested(page).getByRole('button', { name: 'Add as test' }).first().click()
    await expect(page.getByRole('dialog').getByLabel('Owner')).toBeVisible()
    await checkAccessibility(page, 'a suggested test')
  })
}
