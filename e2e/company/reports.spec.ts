import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { join } from '../../server/test/kit/client.ts'
import { signIn } from '../kit/company.ts'
import { respondWithError, type Staff, test } from '../kit/staff.ts'
import { createAnsweringShop, createQuietProject, visit } from '../kit/visitor.ts'

/** A shop with an AI answer that a visitor rated low, and a hand-over that the owner answered and a visitor rated well. */
async function createReportedShop(ask: Staff['ask'], url: string) {
  const { project, itemId } = await createAnsweringShop(ask)
  const [ann, ben] = [await visit(url, project), await visit(url, project)]
  await ann.say('How many days do I have to return an item?')
  const isReply = (event: { message: { seq: number } }) => event.message.seq > 1
  const { message } = await ann.next('message:new', isReply)
  await ann.send('feedback', { messageId: message._id, rating: 1 })
  const { sessionId } = (await ben.say('Who painted the ceiling?')).session
  await ben.next('message:new', isReply)
  await ask('POST', `/api/sessions/${sessionId}/messages`, { text: 'Michelangelo did.', clientId: 'a' })
  await ben.send('feedback', { messageId: null, rating: 4 })
  for (const { socket } of [ann, ben]) socket.disconnect()
  return { project, item: itemId }
}

const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Summary' }).getByRole('listitem').filter({ hasText: name })

test('reports show known numbers, follow new messages, and lead to the conversations behind them', async ({
  page,
  staff,
  product: { url },
}) => {
  await page.goto('/reports')
  await expect(page).toHaveTitle('Reports · AI Chat Platform')
  await expect(page.getByText('No conversations in this period')).toBeVisible()

  const project = await createQuietProject(staff.ask)
  const [ann, ben] = [await visit(url, project), await visit(url, project)]
  const { sessionId } = (await ann.say('Do you repair tents?')).session
  await expect(tile(page, 'Conversations')).toContainText('1')
  await expect(tile(page, 'Not answered')).toContainText(/1\s*100% \(21–100%\)/)
  await ben.say('When do you open?')
  await expect(tile(page, 'Conversations')).toContainText('2')

  await staff.ask('POST', `/api/sessions/${sessionId}/messages`, { text: 'Yes, we do.', clientId: 'yes' })
  await ann.send('feedback', { messageId: null, rating: 5, comment: 'Very kind' })
  await staff.ask('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
  await expect(tile(page, 'Answered by people')).toContainText(/1\s*50%/)
  await expect(tile(page, 'Not answered')).toContainText(/1\s*50%/)
  const outcomes = page.getByRole('list', { name: 'Outcomes' }).getByRole('listitem')
  await expect(outcomes.filter({ hasText: 'Confirmed resolved' })).toContainText('1 50% (9–91%)')
  await expect(page.getByText('5.0 of 5 on average, from 1 rating')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Response times' })).toContainText(
    /First response.*Median\d+ s/,
  )

  await page.getByRole('list', { name: 'Ratings' }).getByRole('link', { name: '5 stars' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rated 5 of 5')
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Do you repair tents?')
  await expect(rows).toContainText('Rated 5 of 5· Very kind')
  await expect(rows).toContainText('Answered by people')
  await rows.getByRole('link').click()
  await expect(page.getByRole('log')).toContainText('Yes, we do.')
  await page.goBack()
  await page.getByRole('link', { name: 'Reports' }).last().click()
  await expect(tile(page, 'Conversations')).toContainText('2')
  for (const { socket } of [ann, ben]) socket.disconnect()
})

test('filters are in the URL, and a report can be downloaded', async ({ page, staff, product: { url } }) => {
  const [first, second] = [await createQuietProject(staff.ask), await createQuietProject(staff.ask)]
  const visitors = [await visit(url, first), await visit(url, first), await visit(url, second)]
  for (const visitor of visitors) await visitor.say('Hello')
  await page.goto('/reports')
  await expect(tile(page, 'Conversations')).toContainText('3')
  await page.getByLabel('Project').selectOption(first.id)
  await expect(tile(page, 'Conversations')).toContainText('2')
  expect(new URL(page.url()).search).toBe(`?project=${first.id}`)
  await page.getByLabel('Period').selectOption('7-days')
  await page.reload()
  await expect(page.getByLabel('Period')).toHaveValue('7-days')
  await expect(tile(page, 'Conversations')).toContainText('2')
  await page.goBack()
  await expect(page.getByLabel('Period')).toHaveValue('28-days')
  await page.goForward()
  await expect(page.getByLabel('Period')).toHaveValue('7-days')

  await page.getByRole('button', { name: 'Export' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(8)
  expect(csv.trimEnd()).toMatch(/,2,2,0,0,0,2,0,0,0,0,0,0,0$/)

  await page.getByLabel('Period').selectOption('custom')
  const form = page.getByRole('form', { name: 'Custom period' })
  await form.getByLabel('From').fill('2026-01-31')
  await form.getByLabel('To').fill('2026-01-01')
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(form).toContainText('The start date must not be after the end date')
  await form.getByLabel('From').fill('2025-12-01')
  await form.getByLabel('From').press('Enter')
  await expect(page).toHaveURL(/from=2025-12-01&to=2026-01-01/)
  await expect(form.getByLabel('From')).toBeFocused()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByLabel('Project')).toHaveValue('all')
  for (const { socket } of visitors) socket.disconnect()
})

test('reports are filtered by a label or a language, until the label is deleted', async ({
  page,
  staff,
  product: { url },
}) => {
  const { project } = await createAnsweringShop(staff.ask)
  const [ann, ben] = [await visit(url, project), await visit(url, await createQuietProject(staff.ask))]
  const { sessionId } = (await ann.say('How many days do I have to return an item?')).session
  await ann.next('message:new', ({ message }) => message.seq > 1)
  await ben.say('Hello')
  const { id: labelId } = await staff.ask('POST', '/api/labels', { name: 'Returns', tone: 'accent' })
  await staff.ask('PATCH', `/api/sessions/${sessionId}/labels`, { labelId, isOn: true })
  await page.goto('/reports')
  await expect(tile(page, 'Conversations')).toContainText('2')
  const label = page.getByLabel('Label')
  await label.selectOption({ label: 'Returns' })
  await expect(tile(page, 'Conversations')).toContainText('1')
  await expect(page).toHaveURL(`/reports?label=${labelId}`)
  await tile(page, 'Conversations').getByRole('link').click()
  await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('· Returns')).toBeVisible()
  await page.getByRole('link', { name: 'Reports' }).last().click()

  await page.getByLabel('Language').selectOption('en')
  await expect(label).toHaveValue('all')
  await expect(page).toHaveURL('/reports?language=en')
  await label.selectOption({ label: 'Returns' })
  await expect(page.getByLabel('Language')).toHaveValue('all')
  const tabs = page.getByRole('navigation', { name: 'Reports' })
  await tabs.getByRole('link', { name: 'Team' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports: Team')
  await expect(label).toHaveValue(labelId)
  await tabs.getByRole('link', { name: 'Sources' }).click()
  await expect(page.getByText('1 source')).toBeVisible()
  await tabs.getByRole('link', { name: 'Gaps' }).click()
  await expect(page.getByText('Nothing matches the filters you selected.')).toBeVisible()
  await tabs.getByRole('link', { name: 'AI' }).click()
  await expect(label).toHaveValue(labelId)

  await staff.ask('DELETE', `/api/labels/${labelId}`)
  await expect(page.getByText('Label not found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/reports/ai')
  await expect(tile(page, 'Conversations')).toContainText('2')
  for (const { socket } of [ann, ben]) socket.disconnect()
})

test('pages on AI, team and sources lead from their numbers to conversations, and keep the filter', async ({
  page,
  staff,
  product: { url },
}) => {
  const { project, item } = await createReportedShop(staff.ask, url)
  await page.goto('/reports?period=7-days')
  const tabs = page.getByRole('navigation', { name: 'Reports' })
  await tabs.getByRole('link', { name: 'AI' }).click()
  await expect(page).toHaveURL(/\/reports\/ai\?period=7-days$/)
  await expect(page).toHaveTitle(/AI · Reports · AI Chat Platform$/)
  await expect(tile(page, 'Answered by AI')).toContainText(/1\s*50%/)
  await expect(page.getByRole('list', { name: 'Response times' })).toContainText(
    /First AI reply.*Median\d+ s/,
  )
  await expect(page.getByText('No AI model was used in this period.')).toBeVisible()
  await page.getByText('Handed over', { exact: true }).last().click()
  const bars = page.getByRole('main').getByRole('link', { name: /: 2 conversations, 1 handed over$/ })
  await bars.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conversations')
  await page.getByRole('link', { name: 'Reports' }).last().click()
  // With the view that was chosen.
  await expect(page).toHaveURL(/\/reports\/ai\?period=7-days&view=handedOver$/)
  await expect(bars).toBeVisible()
  await page.getByRole('link', { name: 'Answered by AI' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Answered by AI')
  await page.getByRole('link', { name: 'Reports' }).last().click()
  await expect(page).toHaveURL(/\/reports\/ai\?period=7-days&view=handedOver$/)
  await page.getByRole('list', { name: 'Reasons' }).getByRole('link', { name: 'No answer found' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Handed over: No answer found')
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  await expect(rows).toHaveText([/Who painted the ceiling/])
  await page.getByRole('link', { name: 'Reports' }).last().click()
  await expect(page).toHaveURL(/\/reports\/ai\?period=7-days&view=handedOver$/)

  await tabs.getByRole('link', { name: 'Team' }).click()
  const member = page.getByRole('table', { name: 'Team' }).getByRole('row').nth(1)
  await expect(member.getByRole('cell')).toHaveText([
    /Conversations answered1$/,
    /Change None before$/,
    /Messages 1$/,
    /First responses 1$/,
    /First response median\d+ s$/,
    /First response 90% within\d+ s$/,
    /Rating of 5 \(count\)4\.0 \(1\)$/,
  ])
  await member.getByRole('link', { name: 'Sample Agent Rating of 5 (count) 4.0 (1)' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Rated, answered by \S/)
  await expect(rows).toHaveText([/Rated 4 of 5/])
  await page.getByRole('link', { name: 'Reports' }).last().click()

  await tabs.getByRole('link', { name: 'Sources' }).click()
  const source = page.getByRole('table', { name: 'Sources' }).getByRole('row').nth(1)
  await expect(source.getByRole('cell')).toHaveText([
    /Cited in answers1$/,
    /Change of citedNone before$/,
    /Suggested 0$/,
    /Didn't help 1$/,
    /Didn't help share of cited100%/,
  ])
  await page.getByText("Didn't help", { exact: true }).first().click()
  await source.getByRole('cell').nth(3).getByRole('link').click()
  await expect(rows).toHaveText([/How many days/])
  await page.goBack()
  await source.getByRole('rowheader').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project.id}\\?tab=agents&item=${item}$`))
  await expect(page.getByRole('dialog')).toContainText('You may return')
})

test('a list of conversations follows new ones, and a link with an unknown group says so', async ({
  page,
  staff,
  product: { url },
}) => {
  const { project } = await createReportedShop(staff.ask, url)
  await page.goto('/reports/conversations?measure=conversations')
  await expect(page.getByText('2 conversations')).toBeVisible()
  const { say } = await visit(url, project)
  await say('Do you have gift cards?')
  await expect(page.getByText('3 conversations')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('Do you have gift cards?')

  await page.goto('/reports/conversations?measure=nonsense')
  await expect(page.getByText("This link isn't valid")).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports: Overview')
})

test('an agent sees their own numbers', async ({ page, staff, product: { url } }) => {
  await createReportedShop(staff.ask, url)
  await signIn(page, url, await join(url, staff, 'Agent', 'Second Agent'))
  await page.goto('/reports/team')
  const rows = page.getByRole('table', { name: 'Team' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Second Agent')
  await expect(page.getByText('Your own numbers.')).toBeVisible()
  await page.setViewportSize({ width: 375, height: 740 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

test('the chart can be used with the keyboard, read as a table, and fits phones', async ({
  page,
  staff,
  product: { url },
}) => {
  const visitor = await visit(url, await createQuietProject(staff.ask))
  await visitor.say('Hello')
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/reports')
  const bars = page.getByRole('main').getByRole('link', { name: /: \d+ conversations?, \d+ answered by AI$/ })
  await expect(bars).toHaveCount(28)
  await bars.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bars.nth(26)).toBeFocused()
  await expect(bars.nth(26)).toHaveAccessibleName(/: 0 conversations, 0 answered by AI$/)
  await page.keyboard.press('End')
  await expect(bars.last()).toHaveAccessibleName(/: 1 conversation, 0 answered by AI$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await page.getByText('Table', { exact: true }).click()
  const table = page.getByRole('region', { name: 'Conversations by day' })
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '1',
    '0',
    '0',
    '1',
    '0',
    '0',
    '0',
  ])
  await page.getByText('Chart', { exact: true }).click()
  await bars.last().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Reports' }).last().click()
  await expect(page.getByLabel('Period')).toHaveValue('28-days')
  visitor.socket.disconnect()
})

test('a report that cannot be refreshed says how old its numbers are', async ({
  page,
  staff,
  product: { url },
}) => {
  const visitor = await visit(url, await createQuietProject(staff.ask))
  await visitor.say('Hello')
  await page.goto('/reports')
  await expect(tile(page, 'Conversations')).toContainText('1')
  await page.context().setOffline(true)
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to refresh the report' })
  await expect(failure).toContainText(/These numbers are from \d+:\d+/)
  await page.getByLabel('Period').selectOption('7-days')
  await expect(page.getByText('Failed to load the report')).toBeVisible()
  await page.context().setOffline(false)
  await expect(tile(page, 'Conversations')).toContainText('1')

  await page.route('**/api/reports/overview*', respondWithError())
  await expect(failure).toBeVisible()
  await page.unroute('**/api/reports/overview*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(failure).toBeHidden()

  await page.goto('/reports?project=unknown')
  await expect(page.getByText('Project not found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(tile(page, 'Conversations')).toContainText('1')
  await page.goto('/reports/conversations?from=2026-02-02&to=2026-02-01')
  await expect(page.getByRole('alert')).toHaveText('The start date must not be after the end date.')
  visitor.socket.disconnect()
})

test('the dashboard shows how the day goes', async ({ page, staff, product: { url } }) => {
  const visitor = await visit(url, await createQuietProject(staff.ask))
  await page.goto('/dashboard')
  const tiles = page.getByRole('list', { name: 'Today' }).getByRole('listitem')
  await expect(tiles).toHaveText([
    /Conversations today0.*0 yesterday/,
    /Answered by AI today–/,
    /Waiting for a reply0/,
    /Last 14 days.*0 conversations/,
  ])
  const before = await tiles.first().boundingBox()
  await visitor.say('Hello')
  await expect(tiles.nth(2)).toContainText(/1Longest: 1 min/)
  await page.reload()
  await expect(tiles).toHaveText([
    /Conversations today1.*0 yesterday/,
    /Answered by AI today0%0 of 1/,
    /Waiting for a reply1Longest: 1 min/,
    /Last 14 days1 conversation/,
  ])
  expect(await tiles.first().boundingBox()).toEqual(before)
  await tiles.nth(3).getByRole('link').click()
  await expect(tile(page, 'Conversations')).toContainText('1')
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('custom')
  visitor.socket.disconnect()
})
