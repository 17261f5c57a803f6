import { expect, type Page } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'
import { test as staffTest } from '../kit/staff.ts'
import { createQuietProject, visit } from '../kit/visitor.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Summary' })
const disclosure = (page: Page) => panel(page).getByRole('button', { name: 'Summary' })

staffTest(
  'a conversation that needs a person has its summary on top',
  async ({ page, staff, product: { url } }) => {
    const project = await createQuietProject(staff.ask)
    await staff.ask('PATCH', `/api/widget/${project.widgetConfigId}`, { agent: { autoReply: true } })
    await staff.ask('POST', `/api/projects/${project.id}/publish`)
    const visitor = await visit(url, project)
    const { session } = await visitor.say('Does the Fjell tent fit four people?')
    await visitor.next('message:new', ({ message }) => message.meta.kind === 'handover')
    const path = `/api/sessions/${session.sessionId}`
    const quiet = await createQuietProject(staff.ask)
    const other = await (await visit(url, quiet)).say('Do you repair zippers?')

    await page.goto(`/chats?session=${session.sessionId}`)
    await expect(panel(page)).toContainText('Does the Fjell tent fit four people?No reply yet')
    await expect(panel(page)).toContainText('Handed overNo answer found')
    await expect(panel(page)).toContainText(/Up to \d/)
    await staff.ask('POST', `${path}/messages`, { text: 'It sleeps three.', clientId: 'a' })
    await expect(panel(page)).toContainText('Sample Agent It sleeps three.')
    await expect(panel(page)).not.toContainText('Handed over')

    await staffTest.step('follows new messages, and stays when the agent replies', async () => {
      await visitor.say('Is it in stock?')
      await expect(panel(page)).toContainText('Is it in stock?')
      await page.getByRole('textbox', { name: 'Message' }).fill('The Fjell 4, in stock.')
      await page.keyboard.press('Enter')
      await expect(panel(page)).toContainText('Sample Agent The Fjell 4, in stock.')
      await expect(panel(page)).not.toContainText('No reply yet')
    })

    await staffTest.step(
      'stays collapsed after a reload, and is not shown elsewhere unless asked for',
      async () => {
        await staff.ask('PATCH', `${path}/needs-human`, { needsHuman: true })
        await disclosure(page).click()
        await expect(panel(page)).not.toContainText('Fjell')
        await page.reload()
        await expect(disclosure(page)).toHaveAttribute('aria-expanded', 'false')
        await disclosure(page).click()
        await expect(panel(page)).toContainText('Does the Fjell tent')

        await page.goto(`/chats?session=${other.session.sessionId}`)
        await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('Do you repair zippers?')
        await expect(panel(page)).toBeHidden()
        await page.getByRole('button', { name: 'More options' }).click()
        await page.getByRole('menuitem', { name: 'Show summary' }).click()
        await expect(panel(page)).toContainText('Do you repair zippers?No reply yet')
        await disclosure(page).click()
        await expect(panel(page)).toBeHidden()
      },
    )

    await staffTest.step('a failure can be retried', async () => {
      await page.route('**/summary', (route) => route.fulfill({ status: 500, json: { success: false } }))
      await page.goto(`/chats?session=${session.sessionId}`)
      await expect(panel(page)).toContainText('Failed to load the summary')
      await page.unroute('**/summary')
      await panel(page).getByRole('button', { name: 'Retry' }).click()
      await expect(panel(page)).toContainText('Does the Fjell tent')
    })
  },
)

test('a model writes the summary, without what it invents, and again on request', async ({
  page,
  product,
  website,
}) => {
  const complete = (content: string) => {
    website.pages['/api/v1/chat/completions'] = JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'sample',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 200, completion_tokens: 20, total_tokens: 220 },
    })
  }
  complete('The visitor asked about the Fjell tent. Maria promised 20% off.')
  const company = await startCompany(product.url)
  await company.ask('PUT', '/api/ai-model', {
    source: 'company',
    provider: 'openai',
    baseUrl: `${website.url}/api/v1`,
    model: 'sample',
  })
  const project = await createQuietProject(company.ask)
  const visitor = await visit(product.url, project)
  const { session } = await visitor.say('Does the Fjell tent fit four people?')
  const path = `/api/sessions/${session.sessionId}`
  for (const clientId of ['a', 'b']) {
    await company.ask('POST', `${path}/messages`, { text: `It sleeps three (${clientId}).`, clientId })
    await visitor.say('Which one is larger?')
  }
  await company.ask('PATCH', `${path}/needs-human`, { needsHuman: true })

  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats?session=${session.sessionId}`)
  await expect(panel(page)).toContainText('The visitor asked about the Fjell tent.')
  await expect(panel(page)).not.toContainText('Maria')
  await expect(panel(page)).toContainText('By AI, up to')
  await expect(panel(page)).not.toContainText('newer messages')

  complete('The visitor asked about the Fjell tent, and whether it is in stock.')
  await visitor.say('Is it in stock?')
  await expect(panel(page)).toContainText('There are newer messages.')
  await panel(page).getByRole('button', { name: 'Update' }).press('Enter')
  await expect(panel(page)).toContainText('and whether it is in stock.')
  await expect(panel(page)).not.toContainText('newer messages')
  await expect(panel(page).getByRole('status')).toHaveText('Summary updated')
  await page.keyboard.press('Shift+Tab')
  await expect(disclosure(page)).toBeFocused()

  // A message that arrives while the model writes is not in the summary.
  complete('The visitor asked about the Fjell tent, and about poles.')
  await page.route('**/summary', async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'POST') await visitor.say('Does it have poles?')
    await route.fulfill({ response })
  })
  await visitor.say('Which color?')
  await panel(page).getByRole('button', { name: 'Update' }).click()
  await expect(panel(page)).toContainText('and about poles.')
  await expect(panel(page)).toContainText('There are newer messages.')
  await page.unroute('**/summary')

  // What the server answers when the model has written nothing that may be shown.
  await page.route('**/summary', async (route) => {
    const response = await route.fetch({ method: 'GET' })
    await route.fulfill({ response })
  })
  await visitor.say('Hello?')
  await panel(page).getByRole('button', { name: 'Update' }).click()
  await expect(panel(page)).toContainText("The AI model couldn't write a summary.")
  await expect(panel(page).getByRole('button', { name: 'Try again' })).toBeVisible()
})
