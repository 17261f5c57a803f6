import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../kit/staff.ts'
import { createQuietProject, visit } from '../kit/visitor.ts'

/** Records chimes and alerts, and lets a test move the focus between tabs. */
async function openTab(context: BrowserContext, url: string, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const tab = { calls: [] as string[], hasFocus: false }
    Object.assign(window, { tab })
    document.hasFocus = () => tab.hasFocus
    const Original = window.OscillatorNode
    window.OscillatorNode = class extends Original {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options)
        tab.calls.push('note')
      }
    }
    const Alert = class {
      static permission = 'granted'
      constructor(_title: string, options?: NotificationOptions) {
        tab.calls.push(`alert: ${options?.body}`)
      }
      close() {}
    }
    Object.assign(window, { Notification: Alert })
    localStorage.setItem('desktop-alerts', 'on')
  })
  await page.goto(url + path)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  // Browsers allow sound after an interaction only.
  await page.getByRole('main').click({ position: { x: 2, y: 2 } })
  return page
}

type Tab = { calls: string[]; hasFocus: boolean }

function setFocus(page: Page, hasFocus: boolean) {
  return page.evaluate((value) => {
    ;(window as unknown as { tab: Tab }).tab.hasFocus = value
    window.dispatchEvent(new Event(value ? 'focus' : 'blur'))
  }, hasFocus)
}

test('several tabs alert once, and not while the user is in one of them', { tag: '@full' }, async ({
  page,
  context,
  staff,
  product: { url },
}) => {
  const project = await createQuietProject(staff.ask)
  const [ann, ben] = [await visit(url, project), await visit(url, project)]
  const { session } = await ann.say('Is the tent waterproof?')
  await page.close()
  const inbox = await openTab(context, url, `/chats?session=${session.sessionId}`)
  const dashboard = await openTab(context, url, '/dashboard')
  const tabs = [inbox, dashboard]
  const takeCalls = async () =>
    (
      await Promise.all(
        tabs.map((tab) => tab.evaluate(() => (window as unknown as { tab: Tab }).tab.calls.splice(0))),
      )
    ).flat()
  const heldLocks = () =>
    dashboard.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name))
  const hasFocusedTab = async () => (await heldLocks()).some((name) => name?.startsWith('focused tab'))
  // Messages within a quarter of a second share one chime.
  const waitUntilSilent = () => expect.poll(heldLocks).not.toContain('chime')
  await setFocus(inbox, true)
  await expect.poll(hasFocusedTab).toBe(true)

  await ann.say('In the conversation in front of the user')
  await expect(inbox.getByRole('log')).toContainText('In the conversation in front of the user')
  await ben.say('In another one')
  await expect.poll(takeCalls).toEqual(['note', 'note'])

  await setFocus(inbox, false)
  await expect.poll(hasFocusedTab).toBe(false)
  await waitUntilSilent()
  await ben.say('While the user is elsewhere')
  const calls: string[] = []
  const collect = async () => {
    calls.push(...(await takeCalls()))
    return calls.toSorted()
  }
  await expect.poll(collect).toEqual(['alert: While the user is elsewhere', 'note', 'note'])
  await waitUntilSilent()
  await ben.say('Once more')
  const expected = ['alert: Once more', 'alert: While the user is elsewhere', 'note', 'note', 'note', 'note']
  await expect.poll(collect).toEqual(expected)
  for (const { socket } of [ann, ben]) socket.disconnect()
})

test('the inbox offers desktop alerts once, after a minute, and moves no row', async ({
  page,
  staff,
  product: { url },
}) => {
  const ann = await visit(url, await createQuietProject(staff.ask))
  await ann.say('Is the tent waterproof?')
  await page.addInitScript(() => {
    class Alert {
      static permission = 'default'
      close() {}
    }
    Object.assign(window, { Notification: Alert })
  })
  await page.clock.install()
  await page.goto('/chats')
  const row = page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem').first()
  const offer = page.getByRole('region', { name: 'Desktop alerts' })
  const before = await row.boundingBox()
  // The installed clock runs on while the page loads, so the first step leaves it half a minute.
  await page.clock.fastForward(30_000)
  await expect(offer).toBeHidden()
  await page.clock.fastForward(31_000)
  await expect(offer).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toBeHidden()
  await page.reload()
  await expect(row).toBeVisible()
  await page.clock.fastForward(61_000)
  await expect(offer).toBeHidden()
  ann.socket.disconnect()
})

test.describe('where alerts need a service worker, as in Chrome on Android', () => {
  for (const permission of ['default', 'granted']) {
    test(`a message shows no error, with the permission "${permission}"`, { tag: '@full' }, async ({
      page,
      staff,
      product: { url },
    }) => {
      const project = await createQuietProject(staff.ask)
      await page.addInitScript((value) => {
        class Alert {
          static permission = value
          constructor() {
            throw new TypeError("Failed to construct 'Notification': Illegal constructor.")
          }
        }
        Object.assign(window, { Notification: Alert })
        document.hasFocus = () => false
        localStorage.setItem('desktop-alerts', 'on')
      }, permission)
      const errors: Error[] = []
      page.on('pageerror', (error) => errors.push(error))
      await page.goto('/dashboard')
      await expect(page.getByText('Connected', { exact: true })).toBeVisible()
      const ann = await visit(url, project)
      await ann.say('Is the tent waterproof?')
      await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
      const panel = page.getByRole('dialog', { name: 'Notifications' })
      await expect(panel.getByRole('listitem')).toHaveCount(1)
      await expect(panel.getByRole('switch', { name: 'Sound' })).toBeAttached()
      await expect(panel.getByRole('switch', { name: 'Desktop alerts' })).toHaveCount(0)
      expect(errors).toEqual([])
      ann.socket.disconnect()
    })
  }
})
