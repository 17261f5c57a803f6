import type { Message } from '@aichat/contracts/chat/messages'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import { type Company, signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'
import { createFaultProxy, type Direction, type FaultProxy } from './fault-proxy.ts'

const maxRecoveryMs = 45_000

test.describe.configure({ mode: 'parallel' })

/** A console and a widget in one conversation, each behind its own fault proxy, and a colleague with a direct connection. */
type Setup = {
  company: Company
  agent: { page: Page; log: Locator; proxy: FaultProxy; send(text: string): Promise<void> }
  visitor: { page: Page; log: Locator; proxy: FaultProxy; send(text: string): Promise<void> }
  colleague: Socket
  sessionId: string
}

async function setUp(browser: Browser, url: string, website: { url: string; pages: Record<string, string> }) {
  const company = await startCompany(url)
  await company.ask('PATCH', `/api/widget/${company.project.widgetConfigId}`, { agent: { autoReply: false } })
  await company.ask('POST', `/api/projects/${company.project.id}/publish`)
  const port = Number(new URL(url).port)
  const [visitorProxy, agentProxy] = [await createFaultProxy(port), await createFaultProxy(port)]
  const urlOf = (proxy: FaultProxy) => `http://localhost:${proxy.port}`

  const shop = await (await browser.newContext()).newPage()
  website.pages[`/${visitorProxy.port}`] =
    `<!doctype html><title>Tents</title>${company.embedCode.replace(url, urlOf(visitorProxy))}`
  await shop.goto(`${website.url}/${visitorProxy.port}`)
  await shop.getByRole('button', { name: /^Open chat/ }).click()
  const chat = shop.frameLocator('iframe')
  const shopLog = chat.getByRole('log')
  const sendWith = (field: Locator) => async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }
  const visitor = {
    page: shop,
    log: shopLog,
    proxy: visitorProxy,
    send: sendWith(chat.getByRole('textbox', { name: 'Message' })),
  }
  await visitor.send('Hello from the shop')
  const find = async () =>
    (await company.ask('GET', '/api/sessions?search=from%20the%20shop')).sessions[0]?.sessionId
  await expect.poll(find).toBeTruthy()
  const sessionId: string = await find()

  const inboxPage = await (await browser.newContext()).newPage()
  await signIn(inboxPage, urlOf(agentProxy), company)
  await inboxPage.goto(`${urlOf(agentProxy)}/chats?session=${sessionId}`)
  const agent = {
    page: inboxPage,
    log: inboxPage.getByRole('log', { name: 'Transcript' }),
    proxy: agentProxy,
    send: sendWith(inboxPage.getByRole('textbox', { name: 'Message' })),
  }
  await agent.send('Hello from the team')
  await expect(agent.log).toContainText('Hello from the shop')
  await expect(visitor.log).toContainText('Hello from the team')
  const colleague = io(url, {
    auth: { token: company.tokens.accessToken, role: 'admin' },
    transports: ['websocket'],
  })
  return { company, agent, visitor, colleague, sessionId }
}

/** Asserts that both clients show each text once, in the order in which the messages are stored. */
async function expectAll({ company, agent, visitor, sessionId }: Setup, texts: string[], withinMs: number) {
  const options = { timeout: withinMs }
  for (const text of texts) {
    await expect(agent.log.getByText(text, { exact: true })).toHaveCount(1, options)
    await expect(visitor.log.getByText(text, { exact: true })).toHaveCount(1, options)
  }
  await expect(visitor.page.frameLocator('iframe').getByText('Sending…')).toHaveCount(0)
  const stored: Message[] = (await company.ask('GET', `/api/sessions/${sessionId}/messages?limit=500`))
    .messages
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
  const storedTexts = stored.map(({ text }) => text)
  for (const text of texts) expect(storedTexts.filter((one) => one === text)).toEqual([text])
  for (const log of [agent.log, visitor.log]) {
    const shown = await log.innerText()
    const places = storedTexts.filter((text) => texts.includes(text)).map((text) => shown.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
}

async function close({ agent, visitor, colleague }: Setup): Promise<void> {
  colleague.disconnect()
  for (const { page, proxy } of [agent, visitor]) {
    await page.context().close()
    await proxy.close()
  }
}

for (const [visitorDirection, agentDirection] of [
  ['to server', 'to client'],
  ['to client', 'to server'],
] as [Direction, Direction][]) {
  test(`packets are lost in one direction (visitor: ${visitorDirection}, agent: ${agentDirection}): both detect it within 45 s and miss no message`, async ({
    browser,
    product,
    website,
  }) => {
    test.setTimeout(150_000)
    const setup = await setUp(browser, product.url, website)
    const { agent, visitor, colleague, sessionId } = setup
    visitor.proxy.drop(visitorDirection)
    agent.proxy.drop(agentDirection)
    const startedAt = Date.now()
    await visitor.send('Lost by the visitor')
    await agent.send('Lost by the agent')
    // No later event reveals that the last message was missed.
    await colleague
      .timeout(5000)
      .emitWithAck('message:send', { sessionId, text: 'Missed by both', clientId: 'missed' })
    await expectAll(setup, ['Lost by the visitor', 'Lost by the agent', 'Missed by both'], maxRecoveryMs)
    const elapsedMs = Date.now() - startedAt
    expect(elapsedMs).toBeLessThan(maxRecoveryMs)
    process.stdout.write(
      `  lost ${visitorDirection}, ${agentDirection}: recovered after ${Math.round(elapsedMs / 1000)} s\n`,
    )
    await close(setup)
  })
}

test('every message arrives once and in order over slow, stalled and broken connections', async ({
  browser,
  product,
  website,
}) => {
  test.setTimeout(150_000)
  const setup = await setUp(browser, product.url, website)
  const { agent, visitor } = setup
  const proxies = [agent.proxy, visitor.proxy]
  const texts: string[] = []
  const bothSend = async (text: string) => {
    await visitor.send(`${text} by the visitor`)
    await agent.send(`${text} by the agent`)
    texts.push(`${text} by the visitor`, `${text} by the agent`)
  }
  for (const proxy of proxies) proxy.limitRate(1500)
  await bothSend('Slow')
  await bothSend('Still slow')
  for (const proxy of proxies) proxy.limitRate(Number.POSITIVE_INFINITY)
  for (const proxy of proxies) proxy.pause()
  await bothSend('Stalled')
  // Longer than the acknowledgment timeout of both clients, so that both retry.
  await new Promise((resolve) => setTimeout(resolve, 13_000))
  for (const proxy of proxies) proxy.resume()
  for (let round = 0; round < 5; round++) {
    await bothSend(`Disconnected ${round}`)
    for (const proxy of proxies) proxy.disconnect()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await expectAll(setup, texts, 30_000)
  await close(setup)
})
