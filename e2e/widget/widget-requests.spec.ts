import { expect } from '@playwright/test'
import type { Socket } from 'socket.io-client'
import { findSession, openChat, sendInChat, startChatCompany, visitPage } from '../kit/chat-page.ts'
import { type Company, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

let company: Company
let agent: Socket
test.beforeAll(async ({ product }) => {
  ;({ company, agent } = await startChatCompany(product))
})
test.afterAll(() => agent?.disconnect())

test('the team is offered while the AI answers, and the first bubble and the FAQs stay', async ({
  page,
  website,
}) => {
  await visitPage(page, website, { embedCode: company.embedCode, path: '/team' })
  const chat = await openChat(page)
  const log = chat.getByRole('log')
  const team = chat.getByRole('button', { name: 'Talk to our team' })
  await expect(log.getByText('Hello there')).toBeVisible()
  // From here on this browser has been here before.
  const hasToken = () => Object.keys(localStorage).some((key) => key.endsWith(':token'))
  await expect.poll(() => chat.locator('html').evaluate(hasToken)).toBe(true)
  // An open chat stays open after a reload.
  await page.reload()
  await expect(log.getByText('Hello there')).toBeVisible()

  await sendInChat(chat, 'May I return a red tent?')
  await team.click()
  const card = log.locator('.handover')
  await expect(card).toContainText("I've asked the team to help.")
  await expect(log.getByText(/team (to help|know)/)).toHaveCount(1)
  await expect(team).toHaveCount(0)
  await chat.getByRole('button', { name: 'Common questions' }).click()
  await chat.getByText('Do you ship to islands?').click()
  await expect(chat.locator('details strong')).toHaveText('boat')
  await page.keyboard.press('Escape')
  await expect(chat.getByText('Do you ship to islands?')).toHaveCount(0)
  await expect(chat.getByRole('button', { name: 'Common questions' })).toBeFocused()
  const sessionId = await findSession(company, 'red tent')
  await agent.timeout(5000).emitWithAck('message:send', { sessionId, text: 'I am a person.', clientId: 'p' })
  await expect(log.getByText('I am a person.')).toBeVisible()
  await expect(team).toHaveCount(0)
  await expect(card).toHaveCount(0)

  await page.reload()
  await expect(log.getByText('I am a person.')).toBeVisible()
  await expect(log.getByText('Hello there')).toBeVisible()
  await expect(log.getByText('Welcome back')).toHaveCount(0)

  // In another tab the visitor is a returning one, but the conversation is the same.
  const otherPage = await page.context().newPage()
  await visitPage(otherPage, website, { embedCode: company.embedCode, path: '/team' })
  const otherLog = (await openChat(otherPage)).getByRole('log')
  await expect(otherLog.getByText('I am a person.')).toBeVisible()
  await expect(otherLog.getByText('Hello there')).toBeVisible()
  await expect(otherLog.getByText('Welcome back')).toHaveCount(0)
})

test('beside a request for the team, suggested pages do not offer the team again', async ({
  page,
  website,
}) => {
  await visitPage(page, website, { embedCode: company.embedCode, path: '/suggested' })
  const chat = await openChat(page)
  const team = chat.getByRole('button', { name: 'Talk to our team' })
  await sendInChat(chat, 'May I return a yellow tent?')
  await expect(chat.getByRole('button', { name: 'That helped' })).toBeVisible()
  await expect(team).toHaveCount(1)
  await sendInChat(chat, 'May I return a green tent?')
  // The cards, which are drawn after their message, are scrolled into view with it.
  await expect(chat.getByRole('button', { name: 'That helped' })).toHaveCount(2)
  await expect(team).toBeInViewport()
  await sendInChat(chat, 'I want to talk to a person.')
  await expect(chat.locator('.handover')).toBeVisible()
  await expect(team).toHaveCount(0)
})

test('a request for the team says that the form comes first, and is sent after it', async ({
  page,
  website,
}) => {
  const { ask } = company
  const { id, widgetConfigId } = await ask('POST', '/api/projects', { name: 'Form Shop' })
  await ask('PATCH', `/api/widget/${widgetConfigId}`, {
    template: { key: 'minimal' },
    agent: { autoReply: true },
    realtime: {
      preChat: {
        enabled: true,
        mode: 'on_start',
        fields: [{ key: 'name', label: 'Your Name', required: true }],
      },
    },
  })
  const { embedCode } = await ask('POST', `/api/projects/${id}/publish`)
  await visitPage(page, website, { embedCode, path: '/form-first' })
  const chat = await openChat(page)
  const team = chat.getByRole('button', { name: 'Talk to our team' })
  await team.click()
  await expect(chat.getByText('Please fill in the form first.')).toBeVisible()
  await chat.getByLabel('Your Name').fill('Zoë')
  await chat.getByRole('button', { name: 'Continue' }).click()
  await expect(chat.locator('.handover')).toBeVisible()
})

test('a request for the team gets an answer when a person has written a moment ago', {
  tag: '@full',
}, async ({ page, website }) => {
  await visitPage(page, website, { embedCode: company.embedCode, path: '/again' })
  const chat = await openChat(page)
  await sendInChat(chat, 'Is the blue tent waterproof?')
  const sessionId = await findSession(company, 'blue tent')
  await agent.timeout(5000).emitWithAck('message:send', { sessionId, text: 'It is.', clientId: 'again' })
  await expect(chat.getByRole('log').getByText('It is.')).toBeVisible()
  await company.ask('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
  await chat.getByRole('button', { name: 'Talk to our team' }).click()
  await expect(chat.getByRole('alert')).toHaveText("We've let the team know.")
})

test('a form that an agent has requested asks for what is missing and can be skipped', {
  tag: '@full',
}, async ({ page, website }) => {
  await visitPage(page, website, { embedCode: company.embedCode, path: '/form' })
  await page.evaluate(() =>
    (window as unknown as { aichat: (...call: unknown[]) => void }).aichat('identify', { name: 'Zoë' }),
  )
  const chat = await openChat(page)
  await sendInChat(chat, 'Where is my green parcel?')
  const sessionId = await findSession(company, 'green parcel')
  await agent.timeout(5000).emitWithAck('agent:request_prechat', { sessionId })
  const form = chat.getByRole('form', { name: 'Could you share a few details?' })
  await expect(form.getByRole('textbox')).toHaveCount(2)
  await expect(form.getByLabel('Your Name')).toHaveCount(0)
  await expect(chat.getByText('Form sent')).toHaveCount(0)
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByText('Fill in at least one field, or skip.')).toBeVisible()
  await form.getByRole('button', { name: 'Not now' }).click()
  await expect(form).toHaveCount(0)
  const { messages } = await company.ask('GET', `/api/sessions/${sessionId}/messages`)
  expect(messages.at(-1)).toMatchObject({ from: 'system', meta: { kind: 'prechat_skipped' } })
  await expect(chat.getByText('skipped the form')).toHaveCount(0)

  await agent.timeout(5000).emitWithAck('agent:request_prechat', { sessionId })
  await expect(form).toBeVisible()
  await company.ask('PATCH', `/api/sessions/${sessionId}/status`, { status: 'closed' })
  await expect(form).toHaveCount(0)
})

test('pages that may help are offered as cards, and the team once', async ({ page, product, website }) => {
  const { project, embedCode, ask } = await startCompany(product.url)
  const knowledge = `/api/projects/${project.id}/agent/kb`
  for (const content of [
    'Care of tents\n\nDry the tent before you store it. Clean the fabric with water and a soft sponge.',
    'Warranty\n\nPoles and fabric have a warranty of five years. Damage by storms is not covered by the warranty.',
    'Awning fabric fades in the sun. Store it in a dark and dry place after every summer so that it lasts for years.',
  ]) {
    const item = await ask('POST', knowledge, { type: 'manual', content })
    await ask('PATCH', `${knowledge}/${item.id}/embedded`)
  }
  await visitPage(page, website, { embedCode, path: '/cards' })
  const chat = await openChat(page)
  await sendInChat(chat, 'tent fabric storm')
  await expect(
    chat.getByRole('list', { name: 'Sources' }).getByText('Warranty', { exact: true }),
  ).toBeVisible()
  // A text without a title is shown once, and not as title and quote.
  await expect(chat.getByText(/^Awning fabric fades/)).toHaveCount(1)
  const team = chat.getByRole('button', { name: 'Talk to our team' })
  await expect(team).toHaveCount(1)
  await sendInChat(chat, 'Is it the right one for me?')
  expect(await team.count()).toBe(1)
  await chat.getByRole('button', { name: 'That helped' }).click()
  await expect(chat.getByText('Thanks for letting us know.')).toBeVisible()
  await expect(team).toHaveCount(1)
})

test('the report counts suggested pages that the visitor opened', async ({ page, product, website }) => {
  const { project, embedCode, ask } = await startCompany(product.url)
  const knowledge = `/api/projects/${project.id}/agent/kb`
  website.pages['/warranty'] = `<!doctype html><title>Warranty</title><main><h1>Warranty</h1><p>
    Poles and fabric have a warranty of five years. Damage by storms is not covered by the warranty.</p></main>`
  const item = await ask('POST', knowledge, { type: 'url', url: `${website.url}/warranty` })
  await ask('PATCH', `${knowledge}/${item.id}/embedded`)
  await visitPage(page, website, { embedCode, path: '/shop' })
  const chat = await openChat(page)
  await sendInChat(chat, 'tent fabric storm')
  const link = chat.getByRole('list', { name: 'Sources' }).getByRole('link', { name: /^Warranty/ })
  const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await expect(popup).toHaveURL(`${website.url}/warranty`)
  await expect.poll(async () => (await ask('GET', '/api/reports/ai')).suggestionsOpened).toBe(1)
  const [{ sessionId }] = (await ask('GET', '/api/sessions')).sessions
  const { messages } = await ask('GET', `/api/sessions/${sessionId}/messages`)
  expect(messages.at(-1).meta.opened).toEqual([item.id])
})

test('the chat has the language that the visitor writes in', async ({ page, website }) => {
  await visitPage(page, website, { embedCode: company.embedCode, path: '/english' })
  const chat = await openChat(page)
  await expect(chat.getByRole('button', { name: 'Send' })).toBeVisible()
  await sendInChat(chat, 'Wie lange ist die Garantie auf eure Boote?')
  await expect(chat.locator('html')).toHaveAttribute('lang', 'de')
  await expect(chat.getByRole('button', { name: 'Senden' })).toBeVisible()
  await expect(chat.getByRole('log').getByText('Team')).toHaveCount(1)
  // The next page of the same visitor has it as well.
  await page.reload()
  await expect(chat.getByRole('button', { name: 'Senden' })).toBeVisible()
  await sendInChat(chat, 'Do you ship to islands?')
  await expect(chat.getByRole('log').getByText('boat')).toBeVisible()
  await expect(chat.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
})
