import { type BusinessHours, type Span, weekdays } from '@aichat/contracts/company/hours'
import { type Browser, expect, type FrameLocator, type Page } from '@playwright/test'
import { io } from 'socket.io-client'
import { type Company, signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

const newYork = 'America/New_York'
const allDay = [{ from: '00:00', to: '00:00' }]
const emailLine = /Leave your email so we can reply$/

function createHours(spans: Span[], change: Partial<BusinessHours> = {}): BusinessHours {
  const week = Object.fromEntries(weekdays.map((day) => [day, spans])) as BusinessHours['week']
  return { timeZone: newYork, week, exceptions: [], outsideHours: 'ai_email', ...change }
}

/** Closed until tomorrow at nine in New York. */
function closedUntilTomorrow(change: Partial<BusinessHours> = {}): BusinessHours {
  const date = new Date(Date.now() + 86_400_000).toLocaleDateString('sv-SE', { timeZone: newYork })
  const exceptions = [{ date, name: 'Tomorrow', spans: [{ from: '09:00', to: '17:00' }] }]
  return createHours([], { exceptions, ...change })
}

type Website = { url: string; pages: Record<string, string> }

function pageWith(website: Website, { embedCode }: Company, lang = 'en'): string {
  const path = `/${Math.random()}`
  website.pages[path] = `<!doctype html><html lang="${lang}"><title>Tents</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><h1>Tents</h1>${embedCode}`
  return website.url + path
}

async function openChat(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(address)
  await page.locator('aichat-widget').getByRole('button').first().click()
  return page.frameLocator('iframe')
}

async function newVisitor(browser: Browser, timezoneId: string, locale: string): Promise<Page> {
  const context = await browser.newContext({ timezoneId, locale })
  return context.newPage()
}

test('an Owner sets business hours, and a project has its own', async ({ page, product }) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/settings/business-hours`)
  await expect(page.getByText('Your chat is always open')).toBeVisible()
  await page.getByRole('button', { name: 'Set business hours' }).click()
  await page.getByLabel('Time zone').selectOption('Europe/Lisbon')
  await page.getByLabel('Monday').fill('9-12, 1pm to 5:30pm')
  await page.getByLabel('Saturday').fill('early')
  await page.getByRole('button', { name: 'Add exception' }).click()
  await page.getByRole('button', { name: 'Save hours' }).click()
  for (const error of ['Write hours like 9:00–12:00, 13:00–17:00', 'Enter a date', /^Enter a name/]) {
    await expect(page.getByText(error, { exact: true })).toBeVisible()
  }
  await expect(page.getByLabel('Saturday')).toBeFocused()
  await page.getByLabel('Saturday').fill('')
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Lisbon' })
  await page.getByLabel('Date').fill(today)
  await page.getByLabel('Name').fill('Stocktaking')
  await page.getByLabel('Hours', { exact: true }).fill('22:00-2:00')
  await page.getByText('The AI assistant does not answer.').click()
  await page.getByText('Hides the chat button from new visitors.').click()
  await expect(page.getByRole('radio', { name: /^Hide chat/ })).toBeChecked()
  await page.getByText('The AI assistant does not answer.').click()
  await expect(page.getByText('Stocktaking: 22:00–02:00')).toBeVisible()
  await page.getByRole('button', { name: 'Save hours' }).dblclick()
  await expect(page.getByText('Business hours saved')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Monday')).toHaveValue('09:00–12:00, 13:00–17:30')
  await expect(page.getByRole('radio', { name: /^Form/ })).toBeChecked()
  const stored = await company.ask('GET', '/api/hours')
  expect(stored.company).toMatchObject({ timeZone: 'Europe/Lisbon', outsideHours: 'form' })

  await page.getByLabel('Friday').fill('10-11')
  await page.getByLabel('Hours for').selectOption({ label: 'Example Shop' })
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('This project uses the hours of all projects')).toBeVisible()
  await page.getByRole('button', { name: 'Use different hours' }).click()
  await page.getByLabel('Sunday').fill('24 hours')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByRole('option', { name: 'Example Shop (own hours)' })).toBeAttached()
  await page.getByRole('button', { name: 'Use the hours of all projects' }).click()
  await expect(page.getByText('This project uses the hours of all projects')).toBeVisible()
  await page.getByLabel('Hours for').selectOption({ label: 'All projects' })
  await page.getByRole('button', { name: 'Remove hours' }).click()
  await expect(page.getByText('Your chat is always open')).toBeVisible()
})

test('a visitor reads when the team is back, and leaves an email address', async ({
  browser,
  page,
  product,
  website,
}) => {
  const company = await startCompany(product.url)
  await company.ask('PUT', '/api/hours', closedUntilTomorrow())
  const visitor = await newVisitor(browser, newYork, 'en-US')
  const chat = await openChat(visitor, pageWith(website, company))
  await expect(chat.getByText('Back tomorrow at 9:00 AM', { exact: true })).toBeVisible()
  await chat.getByRole('button', { name: 'Talk to our team' }).click()
  const email = chat.getByLabel(emailLine)
  await expect(chat.getByText('Back tomorrow at 9:00 AM · Leave your email so we can reply')).toBeVisible()
  await email.fill('kim@example')
  await email.press('Enter')
  await expect(chat.getByText('Please enter a valid email address')).toBeVisible()
  await email.fill('kim@example.com')
  await email.press('Enter')
  await expect(email).toHaveCount(0)
  await expect(chat.getByRole('log').getByText('kim@example.com')).toBeVisible()
  // An open chat stays open over the reload.
  await visitor.reload()
  await expect(chat.getByRole('log').getByText('kim@example.com')).toBeVisible()
  await expect(email).toHaveCount(0)

  const agent = io(product.url, { auth: { token: company.tokens.accessToken, role: 'admin' } })
  await expect(chat.getByText("We're online", { exact: true })).toBeVisible()
  agent.disconnect()
  await visitor.context().close()

  await signIn(page, product.url, company)
  const { sessions } = await company.ask('GET', '/api/sessions?search=kim@example.com')
  await page.goto(`${product.url}/chats?session=${sessions[0].sessionId}`)
  const visitorPane = page.getByRole('complementary', { name: 'Visitor details' })
  await expect(visitorPane.getByText('kim@example.com')).toBeVisible()
  await expect(visitorPane.getByText('Not verified')).toBeVisible()
})

test('outside hours with a form, no AI is announced, and an empty form is explained in the language of the visitor', {
  tag: '@full',
}, async ({ page, product, website }) => {
  const company = await startCompany(product.url)
  await company.ask('PUT', '/api/hours', closedUntilTomorrow({ outsideHours: 'form' }))
  const chat = await openChat(page, pageWith(website, company, 'de'))
  const isAiAnnounced = chat.getByText('Sie chatten mit einem KI-Assistenten.')
  const team = chat.getByRole('button', { name: 'Mit unserem Team sprechen' })
  await expect(chat.getByRole('heading', { name: 'Bevor wir beginnen' })).toBeVisible()
  await expect(isAiAnnounced).toHaveCount(0)
  await expect(team).toHaveCount(0)
  await chat.getByRole('button', { name: 'Weiter', exact: true }).click()
  await expect(chat.getByText('Bitte füllen Sie dieses Feld aus')).toHaveCount(1)
  await chat.getByLabel('E-Mail-Adresse').fill('kim@example.com')
  await chat.getByRole('button', { name: 'Weiter', exact: true }).click()
  const summary = chat.getByRole('log').locator('dl')
  await expect(summary).toHaveText('E-Mail-Adressekim@example.com')
  await chat.getByRole('textbox', { name: 'Nachricht' }).fill('Ist mein Paket da?')
  await chat.getByRole('button', { name: 'Senden', exact: true }).click()
  await expect(chat.getByText('Wir haben das Team benachrichtigt.')).toBeVisible()
  await expect(chat.getByText(/wieder da$/)).toHaveCount(2)
  await expect(isAiAnnounced).toHaveCount(0)
  await expect(team).toHaveCount(0)
})

test('in their own language and time zone, from right to left too', { tag: '@full' }, async ({
  browser,
  website,
  product,
}) => {
  const company = await startCompany(product.url)
  await company.ask('PUT', '/api/hours', closedUntilTomorrow())
  const { publicKey } = company.project
  const { data } = await (await fetch(`${product.url}/api/public/${publicKey}`)).json()
  for (const [lang, timeZone, pattern] of [
    ['de', 'Asia/Tokyo', /wieder da|^Wieder da/],
    ['ar', 'Europe/Berlin', /^نعود/],
  ] as const) {
    const visitor = await newVisitor(browser, timeZone, lang)
    const chat = await openChat(visitor, pageWith(website, company, lang))
    const time = { hour: 'numeric', minute: '2-digit', timeZone } as const
    const opensAt = await visitor.evaluate(
      ([iso, locale, format]) => new Date(iso).toLocaleTimeString(locale, format),
      [data.hours.opensAt, lang, time] as const,
    )
    await expect(chat.locator('header').getByText(pattern)).toContainText(opensAt)
    await visitor.context().close()
  }
})

test('the open chat follows an opening, and asks for no address if the owner does not want it', {
  tag: '@full',
}, async ({ page, product, website }) => {
  const company = await startCompany(product.url)
  await company.ask('PUT', '/api/hours', closedUntilTomorrow({ outsideHours: 'ai' }))
  await page.clock.install()
  const chat = await openChat(page, pageWith(website, company))
  await expect(chat.locator('header').getByText(/^Back/)).toBeVisible()
  await chat.getByRole('button', { name: 'Talk to our team' }).click()
  await expect(chat.locator('.handover')).toContainText('Our team is away right now and will answer here.')
  await expect(chat.getByLabel(emailLine)).toHaveCount(0)

  // The server opens, as the chat expects it for tomorrow.
  await company.ask('PUT', '/api/hours', createHours(allDay))
  await page.clock.fastForward('48:00:00')
  await expect(chat.locator('header').getByText(/^Back/)).toHaveCount(0)
})

test('while the team is away, the launcher is hidden, and it follows the hours on an open page', {
  tag: '@full',
}, async ({ page, product, website }) => {
  const company = await startCompany(product.url)
  const { ask, project } = company
  await ask('PATCH', `/api/widget/${project.widgetConfigId}`, { behavior: { openOnLoad: true } })
  await ask('POST', `/api/projects/${project.id}/publish`)
  await ask('PUT', '/api/hours', closedUntilTomorrow({ outsideHours: 'hide' }))
  await page.clock.install()
  // Interception turns off the browser's cache, because here the hours change before the schedule says so.
  await page.route('**/api/public/**', (route) => route.continue())
  const bridge = page.waitForResponse('**/bridge.js')
  await page.goto(pageWith(website, company))
  await bridge
  const launcher = page.locator('aichat-widget .launcher')
  const panel = page.getByRole('dialog')
  await expect(launcher).toBeAttached()
  await expect(launcher).toBeHidden()
  await expect(panel).toBeHidden()

  const date = new Date().toLocaleDateString('sv-SE', { timeZone: newYork })
  const today = [{ date, name: 'Today', spans: allDay }]
  await ask('PUT', '/api/hours', createHours([], { exceptions: today, outsideHours: 'hide' }))
  await page.clock.fastForward('48:00:00')
  await expect(launcher).toBeVisible()
  await ask('PUT', '/api/hours', closedUntilTomorrow({ outsideHours: 'hide' }))
  await page.clock.fastForward('02:00')
  await expect(launcher).toBeHidden()

  // The page itself asks for the chat, so the visitor can write.
  await page.evaluate(() => (window as never as { aichat(name: string): void }).aichat('open'))
  await expect(panel).toBeVisible()
  await expect(launcher).toBeVisible()
  await panel.press('Escape')
  await expect(panel).toBeHidden()
  await expect(launcher).toBeHidden()
})

test('a visitor with a conversation keeps the launcher while it is hidden from others', {
  tag: '@full',
}, async ({ browser, product, website }) => {
  const company = await startCompany(product.url)
  const address = pageWith(website, company)
  const visitor = await newVisitor(browser, newYork, 'en-US')
  const chat = await openChat(visitor, address)
  await chat.getByRole('textbox', { name: 'Message' }).fill('Is my tent on its way?')
  await chat.getByRole('button', { name: 'Send' }).click()
  await expect(chat.getByText('Sending…')).toHaveCount(0)
  await chat.getByRole('button', { name: 'Close chat' }).click()
  await company.ask('PUT', '/api/hours', closedUntilTomorrow({ outsideHours: 'hide' }))

  const other = await newVisitor(browser, newYork, 'en-US')
  await Promise.all([other.waitForResponse('**/bridge.js'), other.goto(address)])
  await expect(other.locator('aichat-widget .launcher')).toBeHidden()
  await other.context().close()

  const started = visitor.waitForResponse('**/visitors')
  await visitor.route('**/api/public/**', (route) => route.continue())
  await visitor.reload()
  await started
  await visitor.locator('aichat-widget .launcher').click()
  await expect(chat.getByRole('log').getByText('Is my tent on its way?')).toBeVisible()
  await visitor.context().close()
})
