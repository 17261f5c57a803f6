import { expect, type Page } from '@playwright/test'
import { join } from '../../server/test/kit/client.ts'
import { signIn } from '../kit/company.ts'
import { test } from '../kit/staff.ts'
import { createAnsweringShop, visit } from '../kit/visitor.ts'

/** Each question is asked by a visitor of its own. Returns the conversations. */
async function askAll(url: string, project: Parameters<typeof visit>[1], questions: string[]) {
  const sessionIds: string[] = []
  for (const question of questions) {
    const visitor = await visit(url, project)
    sessionIds.push((await visitor.say(question)).session.sessionId)
    await visitor.next('message:new', ({ message }) => message.meta.kind === 'handover')
    visitor.socket.disconnect()
  }
  return sessionIds
}

const getTopics = (page: Page) => page.getByRole('list', { name: 'Topics' }).getByRole('listitem')
/** A topic, by its name: its questions have list items of their own. */
const getTopic = (page: Page, name: string) =>
  getTopics(page).filter({ has: page.getByRole('button', { name, exact: true }) })

test('questions that the AI cannot answer are grouped, and get an answer and a test', async ({
  page,
  staff,
  product: { url },
}) => {
  await page.goto('/reports')
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Gaps' }).click()
  await expect(page.getByText('No unanswered questions in this period')).toBeVisible()

  const { project } = await createAnsweringShop(staff.ask)
  const [first] = await askAll(url, project, [
    'Do you sell gift cards?',
    'Is there a gift card for 50 euros?',
    'Who painted the ceiling?',
  ])
  await staff.ask('POST', `/api/sessions/${first}/messages`, {
    text: 'Yes, from 20 euros on.',
    clientId: 'a',
  })
  await expect(page.getByText('3 unanswered questions')).toBeVisible()
  const topic = getTopic(page, 'Gift card')
  await expect(topic).toContainText('2 questions.')
  await topic.getByRole('button', { name: 'Gift card', exact: true }).click()
  const questions = page.getByRole('region', { name: 'Questions about Gift card' }).getByRole('listitem')
  await expect(questions).toHaveText([
    /Is there a gift card for 50 euros\?/,
    /Do you sell gift cards\?.*Yes, from 20/,
  ])
  await expect(page).toHaveURL(/\/reports\/gaps\?topic=/)
  await page.reload()
  await questions.last().getByRole('link').click()
  await expect(page.getByRole('log')).toContainText('Yes, from 20 euros on.')
  await page.goBack()

  await topic.getByRole('button', { name: 'Write an answer: Gift card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write an answer' })
  await expect(dialog.getByRole('textbox', { name: 'Question' })).toHaveValue(
    'Is there a gift card for 50 euros?',
  )
  await expect(dialog).toContainText('Saved as an FAQ of Example Shop.')
  await expect(dialog.getByRole('textbox', { name: 'Answer' })).toHaveValue('Yes, from 20 euros on.')
  await expect(dialog.getByLabel('Add an answer test')).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('FAQ and answer test added')).toBeVisible()
  await expect(page.getByText('No open topics.')).toBeVisible()
  const { faqs } = await staff.ask('GET', `/api/projects/${project.id}/faq`)
  expect(faqs).toMatchObject([
    { question: 'Is there a gift card for 50 euros?', answer: 'Yes, from 20 euros on.' },
  ])
  const { tests } = await staff.ask('GET', `/api/projects/${project.id}/answer-tests`)
  expect(tests).toMatchObject([{ question: 'Is there a gift card for 50 euros?' }])
  await page.getByText(/^Answered 1$/).click()
  await expect(getTopic(page, 'Gift card')).toContainText('not asked since')

  const other = page.getByRole('region', { name: 'Other questions' })
  await expect(other).toContainText('1 question without a topic')
  await other.getByRole('button', { name: 'Write an answer: Who painted the ceiling?' }).click()
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('It is not known.')
  await dialog.getByLabel('Add an answer test').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('FAQ added')).toBeVisible()
  await expect(other).toBeHidden()
  await expect(getTopics(page)).toHaveCount(2)
  expect((await staff.ask('GET', `/api/projects/${project.id}/answer-tests`)).tests).toHaveLength(1)

  // Topics of all statuses.
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'AI' }).click()
  await expect(page.getByText('Of 3 conversations, by the first unanswered question')).toBeVisible()
  await expect(getTopics(page)).toHaveText([/^Gift card2 67%/, /1 33%/])
  await getTopics(page).getByRole('link', { name: 'Gift card' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Handed over: Gift card')
  const conversations = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await expect(conversations).toHaveText([/Is there a gift card/, /Do you sell gift cards/])
  await page.getByRole('link', { name: 'Reports' }).last().click()
  await expect(page).toHaveURL(/\/reports\/ai$/)
})

test('topics can be renamed, merged, separated and dismissed', async ({ page, staff, product: { url } }) => {
  const { project } = await createAnsweringShop(staff.ask)
  await askAll(url, project, [
    'Do you sell gift cards?',
    'Is there a gift card for 50 euros?',
    'gift card??',
    'Are dogs allowed in the park?',
    'Can dogs come to the park?',
  ])
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/reports/gaps')
  await expect(getTopics(page)).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  const choose = async (name: string, choice: string) => {
    await page.getByRole('button', { name: `Options for ${name}` }).click()
    await page.getByRole('menuitem', { name: choice }).click()
  }

  await choose('Gift card', 'Rename')
  await page.getByRole('dialog').getByLabel('Name').fill('Vouchers')
  await page.getByRole('dialog').getByLabel('Name').press('Enter')
  await expect(getTopic(page, 'Vouchers')).toContainText('3 questions.')

  const mergeInto = async (name: string, target: string) => {
    await choose(name, 'Merge into another topic')
    await page.getByRole('dialog').getByLabel('Merge into').selectOption({ label: target })
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  }
  await mergeInto('Vouchers', 'Dogs park (2)')
  await expect(getTopics(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Dogs park', exact: true })).toBeFocused()
  await expect(getTopics(page)).toContainText('5 questions.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(getTopics(page)).toHaveCount(2)

  await mergeInto('Dogs park', 'Vouchers (3)')
  await page.getByRole('button', { name: 'Vouchers', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Merged topics' })).toContainText('Includes “Dogs park”')
  await page.getByRole('button', { name: 'Separate Dogs park' }).click()
  await expect(page.getByRole('button', { name: 'Dogs park', exact: true })).toBeVisible()

  await choose('Dogs park', 'Dismiss')
  await expect(page.getByText(/^Dismissed 1$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dogs park', exact: true })).toBeHidden()
  await page.getByText(/^Dismissed 1$/).click()
  await choose('Dogs park', 'Reopen')
  await expect(page.getByText('No dismissed topics.')).toBeVisible()
  await page.getByText('Dismissed 0').click()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(getTopics(page)).toHaveCount(2)
  await expect(page.getByRole('radio', { name: 'Open 2' })).toBeFocused()
})

test('an agent can write an answer, and changes no topic', async ({ page, staff, product: { url } }) => {
  const { project } = await createAnsweringShop(staff.ask)
  await askAll(url, project, ['Do you sell gift cards?', 'gift card??', 'Who painted the ceiling?'])
  await signIn(page, url, await join(url, staff, 'Agent', 'Second Agent'))
  await page.goto('/reports/gaps')
  await page.getByRole('button', { name: 'Write an answer: Gift card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write an answer' })
  await expect(dialog.getByLabel('Add an answer test')).toBeHidden()
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('Yes, we do.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('FAQ added')).toBeVisible()
  await expect(getTopic(page, 'Gift card')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Options for Gift card' })).toBeHidden()
  expect((await staff.ask('GET', `/api/projects/${project.id}/faq`)).faqs).toHaveLength(1)
})
