import type { Message } from '@aichat/contracts/messages'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import { type Company, signIn, startCompany } from '../company.ts'
import { test } from '../product.ts'
import { type FailingLink, failingLink, type Way } from './failing-link.ts'

const noticedWithinMs = 45_000

test.describe.configure({ mode: 'parallel' })

/** A console and a widget in one conversation, each behind its own failing link, and a colleague on a working link. */
type Place = {
  company: Company
  agent: { page: Page; log: Locator; link: FailingLink; say(text: string): Promise<void> }
  visitor: { page: Page; log: Locator; link: FailingLink; say(text: string): Promise<void> }
  colleague: Socket
  sessionId: string
}

async function place(browser: Browser, url: string, website: { url: string; pages: Record<string, string> }) {
  const company = await startCompany(url)
  await company.ask('PATCH', `/api/widget/${company.project.widgetConfigId}`, { agent: { autoReply: false } })
  await company.ask('POST', `/api/projects/${company.project.id}/publish`)
  const port = Number(new URL(url).port)
  const [there, here] = [await failingLink(port), await failingLink(port)]
  const of = (link: FailingLink) => `http://localhost:${link.port}`

  const shop = await (await browser.newContext()).newPage()
  website.pages[`/${there.port}`] =
    `<!doctype html><title>Tents</title>${company.embedCode.replace(url, of(there))}`
  await shop.goto(`${website.url}/${there.port}`)
  await shop.getByRole('button', { name: /^Open chat/ }).click()
  const chat = shop.frameLocator('iframe')
  const shopLog = chat.getByRole('log')
  const write = (field: Locator) => async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }
  const visitor = {
    page: shop,
    log: shopLog,
    link: there,
    say: write(chat.getByRole('textbox', { name: 'Message' })),
  }
  await visitor.say('Hello from the shop')
  const find = async () =>
    (await company.ask('GET', '/api/sessions?search=from%20the%20shop')).sessions[0]?.sessionId
  await expect.poll(find).toBeTruthy()
  const sessionId: string = await find()

  const inboxPage = await (await browser.newContext()).newPage()
  await signIn(inboxPage, of(here), company)
  await inboxPage.goto(`${of(here)}/chats?session=${sessionId}`)
  const agent = {
    page: inboxPage,
    log: inboxPage.getByRole('log', { name: 'Transcript' }),
    link: here,
    say: write(inboxPage.getByRole('textbox', { name: 'Message' })),
  }
  await agent.say('Hello from the team')
  await expect(agent.log).toContainText('Hello from the shop')
  await expect(visitor.log).toContainText('Hello from the team')
  const colleague = io(url, {
    auth: { token: company.tokens.accessToken, role: 'admin' },
    transports: ['websocket'],
  })
  return { company, agent, visitor, colleague, sessionId }
}

/** What both have to see in the end, each once, and what is stored: the same, in one order. */
async function expectAll({ company, agent, visitor, sessionId }: Place, texts: string[], withinMs: number) {
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

async function leave({ agent, visitor, colleague }: Place): Promise<void> {
  colleague.disconnect()
  for (const { page, link } of [agent, visitor]) {
    await page.context().close()
    await link.close()
  }
}

for (const [visitorWay, agentWay] of [
  ['there', 'back'],
  ['back', 'there'],
] as [Way, Way][]) {
  test(`packets are lost one way (visitor: ${visitorWay}, agent: ${agentWay}): both detect it within 45 s and miss nothing`, async ({
    browser,
    product,
    website,
  }) => {
    test.setTimeout(150_000)
    const all = await place(browser, product.url, website)
    const { agent, visitor, colleague, sessionId } = all
    visitor.link.lose(visitorWay)
    agent.link.lose(agentWay)
    const begun = Date.now()
    await visitor.say('Lost by the visitor')
    await agent.say('Lost by the agent')
    // The last message: no later event can reveal that it was missed.
    await colleague
      .timeout(5000)
      .emitWithAck('message:send', { sessionId, text: 'Missed by both', clientId: 'missed' })
    await expectAll(all, ['Lost by the visitor', 'Lost by the agent', 'Missed by both'], noticedWithinMs)
    const took = Date.now() - begun
    expect(took).toBeLessThan(noticedWithinMs)
    process.stdout.write(
      `  lost ${visitorWay}, ${agentWay}: whole again after ${Math.round(took / 1000)} s\n`,
    )
    await leave(all)
  })
}

test('everything arrives once and in order over slow, stalled and broken links', async ({
  browser,
  product,
  website,
}) => {
  test.setTimeout(150_000)
  const all = await place(browser, product.url, website)
  const { agent, visitor } = all
  const links = [agent.link, visitor.link]
  const texts: string[] = []
  const bothSay = async (text: string) => {
    await visitor.say(`${text}, says the visitor`)
    await agent.say(`${text}, says the agent`)
    texts.push(`${text}, says the visitor`, `${text}, says the agent`)
  }
  for (const link of links) link.slowTo(1500)
  await bothSay('Slow')
  await bothSay('Still slow')
  for (const link of links) link.slowTo(Number.POSITIVE_INFINITY)
  for (const link of links) link.hold()
  await bothSay('While it stands')
  // Longer than either waits for an answer, so that both send again what is on its way.
  await new Promise((resolve) => setTimeout(resolve, 13_000))
  for (const link of links) link.goOn()
  for (let round = 0; round < 5; round++) {
    await bothSay(`Break ${round}`)
    for (const link of links) link.cut()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await expectAll(all, texts, 30_000)
  await leave(all)
})
