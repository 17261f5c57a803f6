import type { Message } from '@aichat/contracts/chat/messages'
import { expect } from '@playwright/test'
import { io } from 'socket.io-client'
import { createRandom } from '../../server/test/kit/random.ts'
import { startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'
import { createFaultProxy, lossyLatency } from './fault-proxy.ts'

const seed = Number(process.env.NETWORK_SEED ?? 7)
const rounds = Number(process.env.NETWORK_ROUNDS ?? 5)
const offlineMs = Number(process.env.NETWORK_OFFLINE_MS ?? 8000)

test('with 300 ms of round-trip time, 5 % packet loss, reloads and an offline period, no message is lost or duplicated', async ({
  page,
  product,
  website,
}) => {
  test.setTimeout(120_000 + rounds * 20_000 + 2 * offlineMs)
  const random = createRandom(seed)
  const company = await startCompany(product.url)
  await company.ask('PATCH', `/api/widget/${company.project.widgetConfigId}`, { agent: { autoReply: false } })
  await company.ask('POST', `/api/projects/${company.project.id}/publish`)
  const proxy = await createFaultProxy(Number(new URL(product.url).port), lossyLatency(150, 0.05, random))
  website.pages['/far'] =
    `<!doctype html><title>Tents</title>${company.embedCode.replace(product.url, `http://localhost:${proxy.port}`)}`
  await page.goto(`${website.url}/far`)
  await page.getByRole('button', { name: /^Open chat/ }).click()
  const chat = page.frameLocator('iframe')
  const log = chat.getByRole('log')
  const field = chat.getByRole('textbox', { name: 'Message' })
  const sending = chat.getByText('Sending…')
  // After a reload, the chat shows "Connecting…" until its first connection.
  const connecting = chat.getByText(/^(Rec|C)onnecting…/)
  const own: string[] = []
  const replies: string[] = []

  /** Sends a message and asserts that it is shown immediately, whether or not it is stored yet. */
  async function write(text: string) {
    own.push(text)
    await field.fill(text)
    await field.press('Enter')
    await expect(log.getByText(text, { exact: true })).toHaveCount(1, { timeout: 1000 })
  }
  await write('Own 0')
  const find = async () => (await company.ask('GET', '/api/sessions?search=Own%200')).sessions[0]?.sessionId
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  const sessionId: string = await find()
  const agent = io(product.url, {
    auth: { token: company.tokens.accessToken, role: 'admin' },
    transports: ['websocket'],
  })
  async function reply(text: string) {
    replies.push(text)
    await agent.timeout(5000).emitWithAck('message:send', { sessionId, text, clientId: text })
  }

  for (let round = 1; round <= rounds; round++) {
    await write(`Own ${round} a`)
    await reply(`Reply ${round}`)
    await write(`Own ${round} b`)
    const fault = random()
    if (fault < 0.4) proxy.disconnect()
    else if (fault < 0.8) await page.reload()
    await expect(log.getByText(`Own ${round} b`, { exact: true })).toHaveCount(1, { timeout: 30_000 })
  }

  await page.context().setOffline(true)
  await expect(connecting).toBeVisible({ timeout: 5000 })
  await write('Own offline a')
  await write('Own offline b')
  await reply('Reply while offline')
  await expect(sending).toBeVisible()
  await page.waitForTimeout(offlineMs)
  await expect(sending).toBeVisible()
  await expect(connecting).toBeVisible()
  await page.context().setOffline(false)
  await expect(connecting).toBeHidden({ timeout: 30_000 })
  await expect(sending).toHaveCount(0, { timeout: 60_000 })

  const stored: Message[] = (await company.ask('GET', `/api/sessions/${sessionId}/messages?limit=500`))
    .messages
  const storedBy = (from: string) => stored.filter((one) => one.from === from).map(({ text }) => text)
  expect(storedBy('visitor')).toEqual(own)
  expect(storedBy('agent')).toEqual(replies)
  for (const text of [...own, ...replies])
    await expect(log.getByText(text, { exact: true })).toHaveCount(1, { timeout: 20_000 })
  const shown = await log.innerText()
  const places = stored.map(({ text }) => shown.indexOf(text))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  agent.disconnect()
  await page.context().close()
  await proxy.close()
})
