import { expect, type Page } from '@playwright/test'
import { checkAccessibility, sizes } from '../kit/accessibility.ts'
import { type Company, signIn, startCompany, startConversation } from '../kit/company.ts'
import { type Product, test } from '../kit/product.ts'

const tips = {
  noTemplate: 'Please select a template before publishing',
  draft: 'Publish your widget to make it live',
  live: 'View or update your published widget',
}

async function open(page: Page, product: Product, company: Company, projectId = company.project.id) {
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${projectId}/publish`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

function save({ ask, project }: Company, patch: object) {
  return ask('PATCH', `/api/widget/${project.widgetConfigId}`, patch)
}

const releases = ({ ask, project }: Company) =>
  ask('GET', `/api/projects/${project.id}/releases`).then((data) => data.releases)

const card = (page: Page, name: string) =>
  page.locator('.rounded-card').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

test('publishes a draft and explains each step', { tag: '@full' }, async ({ page, product }) => {
  const company = await startCompany(product.url)
  const project = await company.ask('POST', '/api/projects', { name: 'Second <Shop> & "Co"' })
  await open(page, product, company, project.id)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Publish Second <Shop> & "Co"')
  for (const text of ['No description', 'Draft', 'No template', project.publicKey]) {
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  }
  const publish = page.getByRole('button', { name: 'Publish Project' })
  await publish.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(publish).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('tooltip')).toHaveText(tips.noTemplate)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Published', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Install' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Use the minimal template' }).click()
  await expect(page.getByRole('button', { name: 'Use the minimal template' })).toHaveCount(0)
  await publish.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText(tips.draft)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your widget is live.')).toBeVisible()
  const published = page.getByRole('button', { name: 'Published' })
  await expect(published).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByLabel('Embed code')).toHaveText(
    `<script src="${product.url}/widgets/loader.js" data-key="${project.publicKey}" async></script>`,
  )
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText(tips.live)
  await page.reload()
  await expect(published).toBeVisible()
  await expect(page.getByText('Your widget is live.')).toBeVisible()

  await page.getByRole('link', { name: 'Open project' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project.id}/details$`))
  await page.goBack()

  await startConversation(product.url, project.publicKey)
  const autoReply = card(page, 'Publishing checklist')
    .getByRole('listitem')
    .filter({ hasText: 'AI auto-reply' })
  await expect(autoReply).toContainText('AI auto-reply: off')
  await autoReply.getByRole('button', { name: 'Turn on' }).click()
  await expect(autoReply).toContainText('On after you publish')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(autoReply.getByLabel('Done')).toBeVisible()
  const offer = page.getByRole('region', { name: 'Open conversations' })
  await expect(offer).toContainText('1 open conversation started before AI auto-reply was live.')
  await offer.getByRole('button', { name: 'Turn on for it too' }).click()
  await expect(page.getByText('AI auto-reply is on for 1 open conversation')).toBeVisible()
  await expect(offer).toBeHidden()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/dashboard\/projects$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
})

test('copies the code for each platform and shows Copied! for two seconds', { tag: '@full' }, async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.clock.install()
  const company = await startCompany(product.url)
  await open(page, product, company)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect(page.getByRole('button', { name: 'Copy Code' })).toBeVisible()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByRole('button', { name: 'Copy Code' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  expect(await clipboard()).toBe(company.embedCode)
  await page.clock.runFor(1999)
  await expect(page.getByText('Copied!')).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByText('Copied!')).toBeHidden()
  await page.clock.resume()
  for (const [name, sign] of [
    ['React', 'useEffect'],
    ['Next.js', 'next/script'],
    ['WordPress', 'wp_footer'],
    ['Tag Manager', 'createElement'],
    ['Shopify', company.embedCode],
  ] as const) {
    await page.getByRole('tab', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Copy Code' }).click()
    await expect.poll(clipboard).toContain(sign)
    expect(await clipboard()).toContain(company.project.publicKey)
  }
  const mail = await page.getByRole('link', { name: 'Email to a developer' }).getAttribute('href')
  expect(new URL(mail ?? '').searchParams.get('body')).toContain(company.embedCode)
  await context.close()
})

test('offers only a retry when the embed code cannot be loaded', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await page.route('**/embed-code', (route) => route.abort())
  await open(page, product, company)
  const retry = card(page, 'Install').getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await expect(card(page, 'Install')).toHaveText('Install')
  // Reconnecting also retries failed requests, which must not happen during the test.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.unroute('**/embed-code')
  await retry.click()
  await expect(page.getByLabel('Embed code')).toHaveText(company.embedCode)
})

test('shows each failure in place and retries it', { tag: '@full' }, async ({ page, product, context }) => {
  const company = await startCompany(product.url)
  await save(company, { brand: { chatName: 'Not live' } })
  await signIn(page, product.url, company)
  const url = `${product.url}/projects/${company.project.id}/publish`
  await page.route('**/api/projects/*', (route) => route.abort())
  await page.route('**/releases', (route) => route.abort())
  await page.route('**/installation', (route) => route.abort())
  await page.goto(url)
  await expect(page.getByText('Failed to load project', { exact: true })).toBeVisible()
  // Reconnecting also retries failed requests, which must not happen during the test.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.unroute('**/api/projects/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Failed to load releases')).toBeVisible()
  await expect(page.getByText('Failed to load the installation status')).toBeVisible()
  await page.unroute('**/releases')
  await page.unroute('**/installation')
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(async () => {
    if ((await retry.count()) > 0) await retry.first().click({ timeout: 500 })
    expect(await retry.count()).toBe(0)
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Releases' })).toBeVisible()
  await expect(page.getByText('Not detected on any website yet.')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to publish project')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeHidden()
  expect((await releases(company))[0].config.brand.chatName).toBe('Not live')
  const draft = await company.ask('POST', '/api/projects', { name: 'Draft' })
  await page.route('**/installation', (route) => route.abort())
  await page.goto(`${product.url}/projects/${draft.id}/publish`)
  await expect(page.getByText('Failed to load the installation status')).toHaveCount(1)
  await page.unroute('**/installation')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Allowed websites' })).toBeVisible()
})

test('lists a change that was made before the page was connected', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  const { ask, project } = company
  await ask('PATCH', `/api/projects/${project.id}/answers`, { mode: 'manual' })
  let connect = () => {}
  const connected = new Promise<void>((resolve) => {
    connect = resolve
  })
  await page.routeWebSocket('**/socket.io/**', async (socket) => {
    await connected
    socket.connectToServer()
  })
  await open(page, product, company)
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeVisible()
  const knowledge = `/api/projects/${project.id}/agent/kb`
  const { id } = await ask('POST', knowledge, { type: 'manual', content: 'We have 12 parking spaces.' })
  await ask('PATCH', `${knowledge}/${id}/embedded`)
  const change = page.getByRole('region', { name: 'Unpublished changes' })
  await expect(change).toBeHidden()
  connect()
  // Less than the interval at which the page polls.
  await expect(change).toBeVisible()
})

test('lists unpublished changes, publishes them and restores an earlier release', async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await open(page, product, company)
  await expect(page.getByText('Same as your draft')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore release 1' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await save(company, { brand: { primaryColor: '#b02a37' }, greetings: { offline: 'We are asleep' } })
  await page.reload()
  const changes = page.getByRole('listitem').filter({ hasText: 'Primary colour:' })
  await expect(page.getByText('You have unpublished changes.')).toBeVisible()
  await expect(changes.first()).toContainText(/Primary colour:\s*#287db2\s*#b02a37/)
  await expect(page.getByText('Offline greeting:').first()).toBeVisible()
  const published = page.getByRole('button', { name: 'Published', exact: true })
  await expect(published).not.toHaveAttribute('aria-disabled', 'true')
  await published.click()
  await expect(page.getByRole('region', { name: 'Unpublished changes' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeFocused()
  expect(await releases(company)).toHaveLength(1)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByText('Release 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Published' })).toHaveAttribute('aria-disabled', 'true')

  const first = page.getByRole('listitem').filter({ hasText: 'Release 1' })
  await expect(first).toContainText('Sample Agent')
  await first.getByText('2 differences from your draft').click()
  await expect(changes.first()).toContainText(/#b02a37\s*#287db2/)
  await first.getByRole('button', { name: 'Restore release 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Release 1 restored to your draft')).toBeVisible()
  await expect(page.getByText('You have unpublished changes.')).toBeVisible()
  const draft = () => company.ask('GET', `/api/widget/${company.project.widgetConfigId}`)
  expect((await draft()).brand.primaryColor).toBe('#287db2')
  // Undo does not revert what was edited elsewhere meanwhile.
  await save(company, { icon: { text: 'Meanwhile' } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await draft()).brand.primaryColor).toBe('#b02a37')
  expect(await draft()).toMatchObject({
    greetings: { offline: 'We are asleep' },
    icon: { text: 'Meanwhile' },
  })
  expect(await releases(company)).toHaveLength(2)

  await page.getByRole('button', { name: 'Restore release 2' }).click()
  await expect(page.getByText('Release 2 restored to your draft')).toBeVisible()
  await page.goto(`${product.url}/projects/${company.project.id}/customize`)
  await expect(page.getByLabel('Primary colour', { exact: true })).toHaveValue('#b02a37')
})

for (const { width, height } of sizes) {
  test(`the Publish screen is accessible at ${width} px in both themes`, { tag: '@full' }, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({ viewport: { width, height } })
    const page = await context.newPage()
    const company = await startCompany(product.url)
    await fetch(`${product.url}/api/public/${company.project.publicKey}`, {
      headers: { origin: 'https://blocked.example.net' },
    })
    await company.ask('PATCH', `/api/projects/${company.project.id}/origins`, {
      origins: ['https://shop.example.com'],
    })
    await fetch(`${product.url}/api/public/${company.project.publicKey}`, {
      headers: { origin: 'https://other.example.net' },
    })
    await save(company, { brand: { primaryColor: '#b02a37' } })
    await open(page, product, company)
    await page.getByText('1 difference from your draft').click()
    await checkAccessibility(page, 'live, with changes')
    for (const name of ['React', 'Next.js', 'WordPress', 'Tag Manager', 'Shopify']) {
      await page.getByRole('tab', { name, exact: true }).click()
      await checkAccessibility(page, name)
    }
    const draft = await company.ask('POST', '/api/projects', { name: 'A long name '.repeat(9) })
    await page.goto(`${product.url}/projects/${draft.id}/publish`)
    await expect(page.getByRole('button', { name: 'Publish Project' })).toBeVisible()
    await checkAccessibility(page, 'a draft')
    await context.close()
  })
}
