import type { Page, Worker } from '@playwright/test'
import { expect } from '@playwright/test'
import { type PushBrowser, startPushService } from '../../server/test/kit/push-service.ts'
import { signIn, startCompany } from '../kit/company.ts'
import { test as base } from '../kit/product.ts'
import { createQuietProject, visit } from '../kit/visitor.ts'

type Shown = { title: string; body: string; data: { path: string } }
/** The global object of a service worker, with the notifications that it has shown. */
type WorkerScope = {
  shown: Shown[]
  registration: ServiceWorkerRegistration
  ExtendableEvent: new (type: string) => Event
  dispatchEvent(event: Event): boolean
}
type PushService = Awaited<ReturnType<typeof startPushService>>

const test = base.extend<object, { pushService: PushService }>({
  pushService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture asks for
    async ({}, use) => {
      const service = await startPushService()
      await use(service)
      service.close()
    },
    { scope: 'worker' },
  ],
  environment: [({ pushService }, use) => use({ FETCH_ALLOW: pushService.host }), { scope: 'worker' }],
})

/** Lets the browser subscribe at the push service of the test: its own one is on the internet. */
async function subscribeAt(page: Page, { subscription }: PushBrowser): Promise<void> {
  await page.addInitScript((json) => {
    // Without a window, the browser reports a permission that was granted as denied.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    const key = 'subscribed-with'
    const create = (applicationServerKey: ArrayBuffer) => ({
      options: { applicationServerKey },
      toJSON: () => json,
      unsubscribe: async () => localStorage.removeItem(key),
    })
    Object.assign(PushManager.prototype, {
      async getSubscription() {
        const stored = localStorage.getItem(key)
        return stored && create(Uint8Array.from(JSON.parse(stored)).buffer)
      },
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
        localStorage.setItem(key, JSON.stringify([...applicationServerKey]))
        return create(applicationServerKey.buffer)
      },
    })
  }, subscription)
}

/** Passes a message to the service worker, as the browser does when its push service delivers one. */
async function deliver(page: Page, url: string, content: object): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: url,
    registrationId: await registrationId,
    data: JSON.stringify(content),
  })
}

/** Records the notifications of the service worker: a browser without a window refuses to show them. */
async function recordNotifications(page: Page): Promise<Worker> {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no service worker')
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, ...options } as Shown)
    }
  })
  return worker
}

function listNotifications(worker: Worker): Promise<{ title: string; body: string }[]> {
  return worker.evaluate(() =>
    (self as unknown as WorkerScope).shown.map(({ title, body }) => ({ title, body })),
  )
}

/** Clicks the last notification. */
function clickNotification(worker: Worker): Promise<boolean> {
  return worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    const notification = { close() {}, data: scope.shown.at(-1)?.data }
    const event = new scope.ExtendableEvent('notificationclick')
    // The worker may open and focus windows only on a click of a person.
    return scope.dispatchEvent(Object.assign(event, { notification, waitUntil() {} }))
  })
}

test('an agent gets push notifications, opens one, and chooses about what and when', async ({
  page,
  product,
  pushService,
}) => {
  const company = await startCompany(product.url)
  const project = await createQuietProject(company.ask)
  const phone = pushService.subscribe()
  await page.context().grantPermissions(['notifications'])
  await subscribeAt(page, phone)
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/settings/preferences`)
  const settings = page.getByRole('region', { name: 'Push notifications' })
  await settings.getByRole('switch', { name: 'On this device' }).click({ force: true })
  await settings.getByRole('button', { name: 'Send a test' }).click()
  await expect
    .poll(() => phone.messages.map(({ content }) => content.title))
    .toEqual(['Push notifications work'])

  const worker = await recordNotifications(page)
  const visitor = await visit(product.url, project)
  const { session } = await visitor.say('Do you rent tents?')
  await expect.poll(() => phone.messages.length, { timeout: 60_000 }).toBe(2)
  const content = phone.messages[1]?.content as object
  await page.goto('about:blank')
  await deliver(page, product.url, content)
  await expect
    .poll(() => listNotifications(worker))
    .toEqual([{ title: 'Guest Visitor is waiting for a reply', body: 'Do you rent tents?' }])
  await page.goto(`${product.url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await clickNotification(worker)
  await expect(page).toHaveURL(`${product.url}/chats?session=${session.sessionId}`)
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('Do you rent tents?')

  await page.goto(`${product.url}/settings/preferences`)
  await settings.getByRole('switch', { name: 'Mentions' }).click({ force: true })
  await settings.getByRole('switch', { name: 'Quiet hours' }).click({ force: true })
  await settings.getByLabel('From').fill('21:30')
  await expect
    .poll(async () => (await company.ask('GET', '/api/notifications')).settings)
    .toMatchObject({ mentions: false, assigned: true, quietHours: { from: '21:30', to: '07:00' } })

  await settings.getByRole('switch', { name: 'On this device' }).click({ force: true })
  await expect.poll(async () => (await company.ask('GET', '/api/notifications')).devices).toEqual([])
  await expect(settings.getByRole('switch', { name: 'Mentions' })).toHaveCount(0)
})
