import { expect, type FrameLocator } from '@playwright/test'
import { publishWidget } from '../kit/chat-page.ts'
import { type Company, signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

// The browser knows 127.0.0.1 and localhost as different hosts; both reach the same process.
test.use({ hasWidgetHost: true })

let company: Company
test.beforeAll(async ({ product }) => {
  company = await startCompany(product.url)
  await publishWidget(company, { brand: { logoUrl: await uploadLogo(product.url) } })
})

async function uploadLogo(url: string): Promise<string> {
  const form = new FormData()
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  form.append('file', new Blob([Buffer.from(png, 'base64')]), 'logo.png')
  const response = await fetch(`${url}/api/widget/${company.project.widgetConfigId}/logo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.tokens.accessToken}` },
    body: form,
  })
  return (await response.json()).data.logoUrl
}

async function expectLogo(chat: FrameLocator): Promise<void> {
  const logo = chat.locator('img.logo')
  await expect.poll(() => logo.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0)
}

const toWidgetHost = (url: string) => url.replace('localhost', '127.0.0.1')

for (const age of ['new', 'old'] as const) {
  test(`an embed code from ${age === 'new' ? 'after' : 'before'} WIDGET_URL was set opens the chat of that host`, async ({
    page,
    product,
    website,
  }) => {
    const widgetUrl = toWidgetHost(product.url)
    expect(company.embedCode).toContain(`src="${widgetUrl}/widgets/loader.js"`)
    const embedCode = age === 'new' ? company.embedCode : company.embedCode.replace(widgetUrl, product.url)
    website.pages['/shop'] = `<!doctype html><title>Shop</title><h1>Tents</h1>${embedCode}`
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(new URL(socket.url()).origin))
    await page.goto(`${website.url}/shop`)
    await page.getByRole('button', { name: /^Open chat/ }).click()
    const chat = page.frameLocator('iframe')
    await chat.getByRole('textbox', { name: 'Message' }).fill('Do you have tents?')
    await page.keyboard.press('Enter')
    await expect(chat.getByRole('log').getByText('Do you have tents?')).toBeVisible()
    await expect(chat.getByText('Sending…')).toHaveCount(0)
    await expectLogo(chat)
    const frame = page.frames().find((one) => one.url().includes('/widgets/frame/'))
    expect(new URL(frame?.url() ?? '').origin).toBe(widgetUrl)
    expect(sockets).toEqual([widgetUrl.replace('http', 'ws')])
  })
}

test('the console shows the preview, and its storage is out of reach of the widget', async ({
  page,
  product,
}) => {
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${company.project.id}/customize`)
  const preview = page.frameLocator('iframe[title="Widget preview"]')
  await expect(preview.locator('aichat-widget').getByRole('button', { name: /^Close chat/ })).toBeVisible()
  await expectLogo(preview)
  expect(await page.evaluate(() => localStorage.length)).toBeGreaterThan(0)

  await page.goto(`${toWidgetHost(product.url)}/widgets/frame/${company.project.publicKey}`)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const items = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(items).not.toContain('accessToken')
  expect((await page.goto(`${toWidgetHost(product.url)}/login`))?.status()).toBe(404)
})
