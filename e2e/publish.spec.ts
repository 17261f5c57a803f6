import { expect, type Page } from '@playwright/test'
import { checkAccessibility, sizes } from './accessibility.ts'
import { type Company, signIn, startCompany } from './company.ts'
import { type Product, test } from './product.ts'

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

test('a draft goes live, each step with its own words', async ({ page, product }) => {
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

  await company.ask('PATCH', `/api/widget/${project.widgetConfigId}`, { template: { key: 'minimal' } })
  await page.reload()
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
  await expect(page.getByText('Your widget is live.')).toBeHidden()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/dashboard\/projects$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
})

test('the code is copied, in each of its shapes, and says so for two seconds', async ({
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
  const mail = await page.getByRole('link', { name: 'Email to my developer' }).getAttribute('href')
  expect(new URL(mail ?? '').searchParams.get('body')).toContain(company.embedCode)
  await context.close()
})

test('an embed code that cannot be had leaves only a Retry', async ({ page, product }) => {
  const company = await startCompany(product.url)
  await page.route('**/embed-code', (route) => route.abort())
  await open(page, product, company)
  const retry = card(page, 'Install').getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await expect(card(page, 'Install')).toHaveText('Install')
  await page.unroute('**/embed-code')
  await retry.click()
  await expect(page.getByLabel('Embed code')).toHaveText(company.embedCode)
})

test('what fails is said where it happened, and tried again', async ({ page, product, context }) => {
  const company = await startCompany(product.url)
  await save(company, { brand: { chatName: 'Not live' } })
  await signIn(page, product.url, company)
  const url = `${product.url}/projects/${company.project.id}/publish`
  await page.route('**/api/projects/*', (route) => route.abort())
  await page.route('**/releases', (route) => route.abort())
  await page.route('**/installation', (route) => route.abort())
  await page.goto(url)
  await expect(page.getByText('Failed to load project', { exact: true })).toBeVisible()
  await page.unroute('**/api/projects/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Failed to load releases')).toBeVisible()
  await expect(page.getByText('Failed to load the installation')).toBeVisible()
  await page.unroute('**/releases')
  await page.unroute('**/installation')
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(async () => {
    if ((await retry.count()) > 0) await retry.first().click({ timeout: 500 })
    expect(await retry.count()).toBe(0)
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Releases' })).toBeVisible()
  await expect(page.getByText('Not seen on any website yet.')).toBeVisible()
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
  await expect(page.getByText('Failed to load the installation')).toHaveCount(1)
  await page.unroute('**/installation')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Allowed websites' })).toBeVisible()
})

test('changes are shown before they go live; a release comes back, and goes again', async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await open(page, product, company)
  await expect(page.getByText('Same as your draft.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore release 1' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await save(company, { brand: { primaryColor: '#b02a37' }, greetings: { offline: 'We are asleep' } })
  await page.reload()
  const changes = page.getByRole('listitem').filter({ hasText: 'Primary colour:' })
  await expect(page.getByText('Your latest changes are not live yet.')).toBeVisible()
  await expect(changes.first()).toContainText(/Primary colour:\s*#1769a0\s*#b02a37/)
  await expect(page.getByText('Offline greeting:').first()).toBeVisible()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByText('Release 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Published' })).toHaveAttribute('aria-disabled', 'true')

  const first = page.getByRole('listitem').filter({ hasText: 'Release 1' })
  await expect(first).toContainText('Sample Agent')
  await first.getByText('2 differences to your draft').click()
  await expect(changes.first()).toContainText(/#b02a37\s*#1769a0/)
  await first.getByRole('button', { name: 'Restore release 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Release 1 is in your draft')).toBeVisible()
  await expect(page.getByText('Your latest changes are not live yet.')).toBeVisible()
  const draft = () => company.ask('GET', `/api/widget/${company.project.widgetConfigId}`)
  expect((await draft()).brand.primaryColor).toBe('#1769a0')
  // What somebody else edits meanwhile is not taken back along with the restore.
  await save(company, { icon: { text: 'Meanwhile' } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await draft()).brand.primaryColor).toBe('#b02a37')
  expect(await draft()).toMatchObject({
    greetings: { offline: 'We are asleep' },
    icon: { text: 'Meanwhile' },
  })
  expect(await releases(company)).toHaveLength(2)

  await page.getByRole('button', { name: 'Restore release 2' }).click()
  await expect(page.getByText('Release 2 is in your draft')).toBeVisible()
  await page.goto(`${product.url}/projects/${company.project.id}/customize`)
  await expect(page.getByLabel('Primary colour', { exact: true })).toHaveValue('#b02a37')
})

test('the installation is checked on a real page; a stranger’s page is refused, counted, and then allowed', async ({
  browser,
  page,
  product,
  website,
}) => {
  test.setTimeout(120_000)
  const company = await startCompany(product.url)
  await company.ask('PUT', `/api/projects/${company.project.id}`, { name: 'Shop', websiteUrl: website.url })
  website.pages['/checked'] = `<!doctype html><title>Shop</title><h1>Tents</h1>${company.embedCode}`
  const otherUrl = website.url.replace('127.0.0.1', 'localhost')
  await open(page, product, company)
  await expect(page.getByText('Not seen on any website yet.')).toBeVisible()

  await test.step('a page that has it', async () => {
    const field = page.getByLabel('Page to check')
    await expect(field).toHaveValue(website.url)
    await field.fill('not an address at all')
    await page.getByRole('button', { name: 'Check installation' }).click()
    await expect(page.getByText('Enter a website address, like https://www.acme.com')).toBeVisible()
    await field.fill(`${website.url}/checked?from=mail`)
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Check installation' }).click(),
    ])
    expect(opened.url()).toMatch(/\/checked\?from=mail&aichat_check=1$/)
    await expect(page.getByText(`The widget is on ${website.url}/checked.`)).toBeVisible()
    await expect(opened.locator('aichat-widget')).toBeAttached()
    await opened.close()
    await expect(card(page, 'Installation')).toContainText(`${website.url.replace('http://', '')}/checked`)
  })

  await test.step('visitors are seen as well, by their browser’s word', async () => {
    const guest = await (await browser.newContext()).newPage()
    await guest.goto(`${website.url}/checked`)
    await guest.getByRole('button', { name: /Open chat/ }).click()
    await expect(guest.frameLocator('iframe').getByRole('textbox', { name: 'Message' })).toBeVisible()
    await guest.frameLocator('iframe').getByRole('textbox', { name: 'Message' }).fill('Hello')
    await guest.keyboard.press('Enter')
    await expect(guest.frameLocator('iframe').getByRole('log')).toContainText('Hello')
    await guest.context().close()
  })

  const stranger = await (await browser.newContext()).newPage()

  await test.step('a page of another origin draws nothing, and is counted', async () => {
    const refusal = stranger.waitForResponse((response) => response.url().includes('/api/public/'))
    await stranger.goto(`${otherUrl}/checked?aichat_check=1`)
    expect((await refusal).headers()['aichat-refused']).toBe('1')
    await expect(stranger.locator('aichat-widget')).toHaveCount(0)
    await page.reload()
    const row = card(page, 'Installation').getByRole('listitem').filter({ hasText: otherUrl })
    await expect(row).toContainText('once')
    await stranger.reload()
    await page.reload()
    await expect(row).toContainText('2 times')
  })

  await test.step('even its frame, put there by hand, stays empty', async () => {
    website.pages['/framed'] =
      `<!doctype html><title>Frame</title><iframe src="${product.url}/widgets/frame/${company.project.publicKey}"></iframe>`
    await stranger.goto(`${otherUrl}/framed`)
    await expect(stranger.frameLocator('iframe').locator('#chat')).toHaveCount(0)
    await stranger.goto(`${website.url}/framed`)
    await expect(stranger.frameLocator('iframe').locator('#chat')).toHaveCount(1)
  })

  await test.step('allowed, it shows the chat; removed, it shows it no longer', async () => {
    await page.getByRole('button', { name: `Allow ${otherUrl}` }).click()
    await expect(card(page, 'Allowed websites')).toContainText(otherUrl)
    await expect(page.getByText('Refused', { exact: true })).toBeHidden()
    const showing = await (await browser.newContext()).newPage()
    await showing.goto(`${otherUrl}/checked`)
    await expect(showing.getByRole('button', { name: /Open chat/ })).toBeVisible()
    await page.getByRole('button', { name: `Remove ${otherUrl}` }).click()
    await expect(card(page, 'Allowed websites')).not.toContainText(otherUrl)
    await showing.goto(`${otherUrl}/checked?aichat_check=1`)
    await expect(showing.locator('aichat-widget')).toHaveCount(0)
    await showing.context().close()
  })
  await stranger.context().close()
  expect(product.logged()).toBe('')
})

test('websites are listed by keyboard alone, and what is none is said so', async ({ page, product }) => {
  const company = await startCompany(product.url)
  await open(page, product, company)
  const list = card(page, 'Allowed websites')
  await expect(list).toContainText('Any website may show it until you list one here')
  await page.getByLabel('Add a website').focus()
  await page.keyboard.type('ftp://shop.example.com')
  await page.keyboard.press('Enter')
  await expect(list).toContainText('Enter a website address, like https://www.acme.com')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Shop.example.com/tents')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('listitem')).toHaveText(['https://shop.example.com'])
  await expect(page.getByLabel('Add a website')).toHaveValue('')
  await page.route('**/origins', (route) => route.abort())
  await page.keyboard.type('docs.example.com')
  await page.keyboard.press('Enter')
  await expect(list).toContainText('Failed to save the websites')
  await expect(page.getByLabel('Add a website')).toHaveValue('docs.example.com')
})

test('a page without the code is waited for, and then said not to have been seen', async ({
  page,
  product,
  website,
}) => {
  await page.clock.install()
  const company = await startCompany(product.url)
  website.pages['/bare'] = '<!doctype html><title>Bare</title>'
  await open(page, product, company)
  await page.getByLabel('Page to check').fill(`${website.url}/bare`)
  await page.getByRole('button', { name: 'Check installation' }).click()
  await expect(page.getByText('Waiting for the page to report…')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByText('Nothing was seen.')).toBeVisible()
})

for (const { width, height } of sizes) {
  test(`publishing shuts nobody out at ${width}, light and dark`, async ({ browser, product }) => {
    test.setTimeout(120_000)
    const context = await browser.newContext({ viewport: { width, height } })
    const page = await context.newPage()
    const company = await startCompany(product.url)
    await fetch(`${product.url}/api/public/${company.project.publicKey}`, {
      headers: { origin: 'https://stranger.example.net' },
    })
    await company.ask('PATCH', `/api/projects/${company.project.id}/origins`, {
      origins: ['https://shop.example.com'],
    })
    await fetch(`${product.url}/api/public/${company.project.publicKey}`, {
      headers: { origin: 'https://other.example.net' },
    })
    await save(company, { brand: { primaryColor: '#b02a37' } })
    await open(page, product, company)
    await page.getByText('1 difference to your draft').click()
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
