import { expect } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/staff.ts'
import { createQuietProject, sayUntilAccepted, visit } from '../kit/visitor.ts'

const messages = 130

test('a long conversation opens at its newest message, and all messages can be loaded', async ({
  page,
  product: { url },
}) => {
  const { company, say, stop } = await startQuietConversation(url)
  let sessionId = ''
  for (let count = 1; count <= messages; count += 1) sessionId = await say(`Message ${count}.`)
  await signIn(page, url, company)
  const log = page.getByRole('log', { name: 'Transcript' })
  const view = page.getByRole('region', { name: /Conversation with/ })
  const fromBottom = () => view.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  const bubbles = log.locator('[id^=message-]')

  // Screen readers do not announce what is added while the log is busy.
  await page.addInitScript(() => {
    const seen: { count: number; isBusy: boolean }[] = []
    Object.assign(window, { renders: seen })
    const look = () => {
      const log = document.querySelector('[role=log]')
      const count = log?.querySelectorAll('[id^=message-]').length ?? 0
      if (log && count > 0 && seen.at(-1)?.count !== count)
        seen.push({ count, isBusy: log.getAttribute('aria-busy') === 'true' })
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto(`${url}/chats?session=${sessionId}`)
  await expect(bubbles).toHaveCount(100)
  const steps = await page.evaluate(
    () => (window as unknown as { renders: { count: number; isBusy: boolean }[] }).renders,
  )
  expect(steps).toEqual([
    { count: 30, isBusy: true },
    { count: 100, isBusy: false },
  ])
  await expect(log.getByText(`Message ${messages}.`, { exact: true })).toBeInViewport()
  await expect.poll(fromBottom).toBeLessThanOrEqual(1)

  await page.getByRole('button', { name: 'Earlier messages' }).click()
  await expect(bubbles).toHaveCount(messages)
  await page.goto(`${url}/chats?session=${sessionId}&message=45`)
  await expect(page.locator('#message-45')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Earlier messages' })).toBeAttached()

  await test.step('switching conversations returns to the newest message, and a reader above keeps the position', async () => {
    const rows = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link')
    await rows.filter({ hasText: 'Example Shop' }).click()
    await expect(log).toContainText('How many days')
    await rows.filter({ hasText: 'Quiet Shop' }).click()
    await expect(log.getByText(`Message ${messages}.`, { exact: true })).toBeInViewport()
    await expect(bubbles.first()).toHaveId('message-31')
    await expect.poll(fromBottom).toBeLessThanOrEqual(1)
    await view.evaluate((box) => box.scrollTo(0, 400))
    const message = log.getByText('Message 60.', { exact: true })
    await message.scrollIntoViewIfNeeded()
    const before = await message.boundingBox()
    await say('One more.')
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
    expect((await message.boundingBox())?.y).toBe(before?.y)
    await page.getByRole('button', { name: '1 new' }).click()
    await expect(log.getByText('One more.')).toBeInViewport()
  })
  stop()
})

test('a reader stays at the same message while earlier ones are loaded', async ({
  page,
  product: { url },
}) => {
  const { company, say, stop } = await startQuietConversation(url)
  let sessionId = ''
  // Of different lengths, so that the browser's estimate for messages off screen is wrong.
  for (let count = 1; count <= 330; count += 1) {
    sessionId = await say(`Message ${count}. ${'More words. '.repeat((count * 7) % 60)}`)
  }
  await signIn(page, url, company)
  await page.goto(`${url}/chats?session=${sessionId}`)
  const view = page.getByRole('region', { name: /Conversation with/ })
  const log = page.getByRole('log', { name: 'Transcript' })
  const bubbles = log.locator('[id^=message-]')
  await expect(bubbles).toHaveCount(100)
  for (const first of [231, 131, 31]) {
    await expect(bubbles.first()).toHaveId(`message-${first}`)
    // Through the messages, as a reader does: the browser lays them out on the way.
    await view.hover()
    await expect(async () => {
      await page.mouse.wheel(0, -1500)
      expect(await view.evaluate((box) => box.scrollTop)).toBe(0)
    }).toPass({ intervals: [20] })
    const message = page.locator(`#message-${first}`)
    const before = await message.boundingBox()
    await page.getByRole('button', { name: 'Earlier messages' }).click()
    await expect(bubbles.first()).toHaveId(`message-${Math.max(1, first - 100)}`)
    await expect
      .poll(async () => Math.abs(((await message.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
      .toBeLessThanOrEqual(2)
  }
  stop()
})

/** A conversation without auto-reply, so that every message is the visitor's. */
async function startQuietConversation(url: string) {
  const company = await startCompany(url)
  const visitor = await visit(url, await createQuietProject(company.ask))
  const say = async (text: string) => (await sayUntilAccepted(visitor, text)).sessionId
  return { company, say, stop: () => visitor.socket.disconnect() }
}
