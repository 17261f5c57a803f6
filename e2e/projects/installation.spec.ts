import { expect, type Page } from '@playwright/test'
import { type Company, signIn, startCompany } from '../kit/company.ts'
import { type Product, test } from '../kit/product.ts'

async function open(page: Page, product: Product, company: Company) {
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${company.project.id}/publish`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const card = (page: Page, name: string) =>
  page.locator('.rounded-card').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

test('checks the installation on a real page, and blocks and then allows another website', async ({
  browser,
  page,
  product,
  website,
}) => {
  const company = await startCompany(product.url)
  await company.ask('PUT', `/api/projects/${company.project.id}`, { name: 'Shop', websiteUrl: website.url })
  website.pages['/checked'] = `<!doctype html><title>Shop</title><h1>Tents</h1>${company.embedCode}`
  const otherUrl = website.url.replace('127.0.0.1', 'localhost')
  await open(page, product, company)
  await expect(page.getByText('Not detected on any website yet.')).toBeVisible()

  await test.step('a page with the code', async () => {
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
    await expect(page.getByText(`Widget found on ${website.url}/checked.`)).toBeVisible()
    await expect(opened.locator('aichat-widget')).toBeAttached()
    await opened.close()
    await expect(card(page, 'Installation')).toContainText(`${website.url.replace('http://', '')}/checked`)
  })

  await test.step('check-ins of visitors are listed as well', async () => {
    const guest = await (await browser.newContext()).newPage()
    await guest.goto(`${website.url}/checked`)
    await guest.getByRole('button', { name: /Open chat/ }).click()
    await expect(guest.frameLocator('iframe').getByRole('textbox', { name: 'Message' })).toBeVisible()
    await guest.frameLocator('iframe').getByRole('textbox', { name: 'Message' }).fill('Hello')
    await guest.keyboard.press('Enter')
    await expect(guest.frameLocator('iframe').getByRole('log')).toContainText('Hello')
    await guest.context().close()
  })

  const other = await (await browser.newContext()).newPage()

  await test.step('a page of another origin shows no widget and is counted', async () => {
    const refusal = other.waitForResponse((response) => response.url().includes('/api/public/'))
    await other.goto(`${otherUrl}/checked?aichat_check=1`)
    expect((await refusal).headers()['aichat-refused']).toBe('1')
    await expect(other.locator('aichat-widget')).toHaveCount(0)
    await page.reload()
    const row = card(page, 'Installation').getByRole('listitem').filter({ hasText: otherUrl })
    await expect(row).toContainText('once')
    await other.reload()
    await page.reload()
    await expect(row).toContainText('2 times')
  })

  await test.step('a manually embedded frame stays empty', async () => {
    website.pages['/framed'] =
      `<!doctype html><title>Frame</title><iframe src="${product.url}/widgets/frame/${company.project.publicKey}"></iframe>`
    await other.goto(`${otherUrl}/framed`)
    await expect(other.frameLocator('iframe').locator('#chat')).toHaveCount(0)
    await other.goto(`${website.url}/framed`)
    await expect(other.frameLocator('iframe').locator('#chat')).toHaveCount(1)
  })

  await test.step('shows the chat once allowed, and no longer after removal', async () => {
    await other.goto(`${otherUrl}/checked`)
    await expect(other.locator('aichat-widget')).toHaveCount(0)
    await page.getByLabel('Page to check').fill(`${otherUrl}/checked`)
    const [checked] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Check installation' }).click(),
    ])
    const outcome = card(page, 'Installation').getByRole('status')
    await expect(outcome).toHaveText(`${otherUrl} was blocked because it isn't an allowed website.`)
    await checked.close()
    await page.getByRole('button', { name: `Allow ${otherUrl}` }).click()
    await expect(outcome).toHaveText(`${otherUrl} is allowed now. Reload the page to see the chat.`)
    await expect(card(page, 'Allowed websites')).toContainText(otherUrl)
    await expect(page.getByText('Blocked', { exact: true })).toBeHidden()
    // A browser that has stored the refusal.
    await other.reload()
    await expect(other.getByRole('button', { name: /Open chat/ })).toBeVisible()
    const showing = await (await browser.newContext()).newPage()
    await showing.goto(`${otherUrl}/checked`)
    await expect(showing.getByRole('button', { name: /Open chat/ })).toBeVisible()
    await page.getByRole('button', { name: `Remove ${otherUrl}` }).click()
    await expect(card(page, 'Allowed websites')).not.toContainText(otherUrl)
    await showing.goto(`${otherUrl}/checked?aichat_check=1`)
    await expect(showing.locator('aichat-widget')).toHaveCount(0)
    await showing.context().close()
  })
  await other.context().close()
  expect(product.logged()).toBe('')
})

test('manages allowed websites by keyboard and rejects invalid ones', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await open(page, product, company)
  const list = card(page, 'Allowed websites')
  await expect(list).toContainText('Any website can show your chat until you add one here')
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
  await expect(list).toContainText('Failed to save websites')
  await expect(page.getByLabel('Add a website')).toHaveValue('docs.example.com')
})

test('reports a page without the code after the timeout', { tag: '@full' }, async ({
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
  await expect(page.getByText('Waiting for the widget to load…')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(page.getByText("We didn't detect the widget.")).toBeVisible()
})
