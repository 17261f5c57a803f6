import { type BrowserContext, expect, type FrameLocator, type Locator } from '@playwright/test'
import { checkAccessibility, sizes } from '../kit/accessibility.ts'
import { signIn, startCompany } from '../kit/company.ts'
import {
  customizeUrl,
  getStoredConfig,
  open,
  tab,
  waitUntilIdle,
  watchSaves,
} from '../kit/customize-screen.ts'
import { test } from '../kit/product.ts'

const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The image was found and decoded: one that fails is replaced by a letter, or stays empty. */
async function expectLoaded(image: Locator): Promise<void> {
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0)
}

test('the header says whether visitors see the draft', { tag: '@full' }, async ({ page, product }) => {
  await open(page, product)
  const header = page.locator('main')
  await expect(header.getByText('Live', { exact: true })).toBeVisible()
  await expect(header.getByText('Unpublished changes')).toBeHidden()
  await page.getByLabel('Chat name').fill('Harbor')
  await expect(header.getByText('Unpublished changes')).toBeVisible()
})

test('shows invalid input at its field and does not save it', async ({ page, product }) => {
  await page.clock.install()
  const company = await open(page, product)
  const saves = watchSaves(page)
  await page.getByLabel('Primary colour', { exact: true }).fill('#17')
  await expect(page.getByText('Use a color like #1769a0')).toBeVisible()
  await page.getByLabel('Chat name').fill(' ')
  await expect(page.getByText('Chat name is required')).toBeVisible()
  await page.getByLabel('Logo URL').fill('http://acme.com/logo.png')
  await expect(page.getByText('Use an address that starts with https://')).toBeVisible()
  await expect(page.getByText('Saving...')).toHaveCount(0)
  await page.clock.fastForward(1500)
  expect(saves).toEqual([])
  await tab(page, 'Chat Icon').click()
  await page.getByLabel('Icon text').fill('x'.repeat(30))
  await expect(page.getByLabel('Icon text')).toHaveValue('x'.repeat(20))
  await expect(page.getByText('20/20')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await getStoredConfig(company)).icon.text).toBe('x'.repeat(20))
})

test('shows the contrast and fixes it with the nearest readable shade', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await open(page, product)
  const warning = page.getByText(/hard to|too faint/)
  await expect(page.getByText('4.5:1 easy to read')).toBeVisible()
  await tab(page, 'Chat Icon').click()
  await expect(page.getByText('3.8:1 easy to see')).toBeVisible()
  await expect(warning).toBeHidden()
  await page.getByLabel('Color', { exact: true }).fill('#8cc5e8')
  await expect(page.getByText('1.9:1 hard to see')).toBeVisible()
  await page.getByRole('button', { name: 'Fix' }).click()
  await expect(page.getByText('3.0:1 easy to see')).toBeVisible()
  await tab(page, 'Branding').click()
  await page.getByLabel('Primary colour', { exact: true }).fill('#2c8ac5')
  await expect(page.getByText('3.8:1 hard to read for some')).toBeVisible()
  await page.getByRole('button', { name: 'Fix' }).click()
  await expect(page.getByLabel('Primary colour', { exact: true })).toHaveValue('#287db2')
  await expect(page.getByText('easy to read')).toBeVisible()
  await page
    .getByRole('group', { name: 'Primary colour presets' })
    .getByRole('button', { name: 'Use #1b7a4b' })
    .click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await getStoredConfig(company)).brand.primaryColor).toBe('#1b7a4b')
  await page.getByLabel('Font colour', { exact: true }).fill('#1b7a4a')
  await expect(page.getByText('1.0:1 too faint')).toBeVisible()
})

test('edits pre-chat fields by keyboard', { tag: '@full' }, async ({ page, product }) => {
  const company = await open(page, product)
  await tab(page, 'Branding').focus()
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Pre-Chat Form')).toBeFocused()
  const press = async (name: string, key = 'Enter') => {
    const target = page.getByRole('button', { name, exact: true })
    for (let tries = 0; tries < 40; tries++) {
      if (await target.evaluate((node) => node === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
    await page.keyboard.press(key)
  }
  await press('Add field')
  await page.keyboard.press('Enter')
  const types = page.getByLabel('Type')
  await expect(types).toHaveCount(2)
  await types.nth(1).focus()
  await page.keyboard.type('email')
  await expect(page.getByLabel('Label').nth(1)).toHaveValue('Email Address')
  await press('Move field 2 up')
  await expect(page.getByLabel('Label').first()).toHaveValue('Email Address')
  await expect(page.getByText('Moved to 1 of 2')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move field 1 down' })).toBeFocused()
  await page.getByLabel('Label').first().fill('Your mail')
  await types.first().selectOption('phone')
  await expect(page.getByLabel('Label').first()).toHaveValue('Your mail')
  await press('Remove field 2')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await getStoredConfig(company)).realtime.preChat).toMatchObject({
    mode: 'on_start',
    fields: [{ key: 'phone', label: 'Your mail', required: true }],
  })
})

test('an uploaded logo is in the preview and in the published chat, and can be removed and brought back', async ({
  browser,
  page,
  product,
  website,
}) => {
  const company = await open(page, product)
  const { preview, project, embedCode } = company
  const upload = page.getByRole('button', { name: 'Upload logo' })
  const choose = async (buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await upload.press('Enter')
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  }
  await expect(page.getByText('PNG, JPEG, GIF or WebP, up to 1 MB')).toBeVisible()
  await choose(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const alert = page.getByRole('group', { name: 'Logo image' }).getByRole('alert')
  await expect(alert).toHaveText('Use a PNG, JPEG, GIF or WebP image.')
  await choose(Buffer.alloc(1024 * 1024 + 1))
  await expect(alert).toHaveText('The image is too large (1 MB at most).')

  await choose(logo)
  await expect(alert).toBeHidden()
  await expect(page.getByText('Logo uploaded')).toBeAttached()
  await expect(page.getByLabel('Logo URL')).toHaveValue('Uploaded image')
  await expect(page.getByLabel('Logo URL')).not.toBeEditable()
  await expectLoaded(page.getByAltText('Logo preview'))
  await expectLoaded(preview.locator('img.logo'))
  for (const size of sizes) {
    await page.setViewportSize(size)
    await checkAccessibility(page, `uploaded logo at ${size.width}`)
  }
  await page.setViewportSize(sizes[0])

  await page.getByRole('button', { name: 'Remove logo' }).press('Enter')
  await expect(upload).toBeFocused()
  await expect(page.getByLabel('Logo URL')).toHaveValue('')
  await expect(page.getByLabel('Logo URL')).toBeEditable()
  await expect(preview.locator('img.logo')).toHaveCount(0)
  await expect.poll(async () => (await getStoredConfig(company)).brand.logoUrl).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: Logo URL')).toBeVisible()
  await expectLoaded(preview.locator('img.logo'))
  await expect
    .poll(async () => (await getStoredConfig(company)).brand.logoUrl)
    .toMatch(/^\/widget-files\/[\da-f-]{36}$/)
  await company.ask('POST', `/api/projects/${project.id}/publish`)

  website.pages['/logo'] = `<!doctype html><html lang="en"><title>Tents</title>${embedCode}`
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${website.url}/logo`)
  await visitor.getByRole('button', { name: 'Open chat' }).click()
  await expectLoaded(visitor.frameLocator('iframe').locator('img.logo'))
  await visitor.context().close()
})

test('a logo, the team, a headline, suggestions, consent and privacy reach the published chat', async ({
  browser,
  page,
  product,
  website,
}) => {
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
  const serve = (context: BrowserContext) =>
    context.route('https://images.example.com/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture }),
    )
  await serve(page.context())
  const company = await open(page, product)
  const { preview } = company
  await page.getByLabel('Logo URL').fill('http://images.example.com/logo.svg')
  await expect(page.getByText('Use an address that starts with https://')).toBeVisible()
  await page.getByLabel('Logo URL').fill('https://images.example.com/logo.svg')
  await page.getByLabel('Privacy policy URL').fill('https://example.com/privacy')
  for (const [index, name] of ['Ravi', 'Mona'].entries()) {
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByLabel(`Name of person ${index + 1}`, { exact: true }).fill(name)
    await page.getByLabel(`Photo URL of person ${index + 1}`).fill(`https://images.example.com/${name}.svg`)
  }
  await tab(page, 'Greetings').click()
  await page.getByLabel('Headline').fill('Ask us anything about tents')
  await page.getByLabel('Suggested messages').fill('Where is my order?\nHow do I return a tent?')
  await page.getByLabel('Consent line').fill('We store this conversation for a year.')
  const expectChat = async (chat: FrameLocator) => {
    await expect(chat.getByRole('heading', { name: 'Ask us anything about tents' })).toBeVisible()
    await expect(chat.getByRole('button', { name: 'Where is my order?' })).toBeVisible()
    await expect(chat.getByText('We store this conversation for a year.')).toBeVisible()
    await expect(chat.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
      'href',
      'https://example.com/privacy',
    )
    for (const name of ['logo', 'Ravi', 'Mona'])
      await expect(chat.locator(`img[src="https://images.example.com/${name}.svg"]`).first()).toBeVisible()
  }
  await expectChat(preview)
  await tab(page, 'Behavior').click()
  const messagePreview = page.getByRole('switch', { name: 'Show new messages next to the launcher' })
  await expect(messagePreview).toBeChecked()
  await messagePreview.click({ force: true })
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await company.ask('POST', `/api/projects/${company.project.id}/publish`)

  website.pages['/team'] = `<!doctype html><html lang="en"><title>Tents</title>${company.embedCode}`
  const context = await browser.newContext()
  await serve(context)
  const visitor = await context.newPage()
  await visitor.goto(`${website.url}/team`)
  await visitor.getByRole('button', { name: 'Open chat' }).click()
  const chat = visitor.frameLocator('iframe')
  await expectChat(chat)
  await chat.getByRole('button', { name: 'How do I return a tent?' }).click()
  await expect(chat.getByRole('log').getByText('How do I return a tent?')).toBeVisible()
  await expect(chat.getByRole('button', { name: 'Where is my order?' })).toHaveCount(0)
  // The reply of the AI must not arrive after the chat is closed: it would be unread.
  await expect(
    chat
      .getByRole('log')
      .getByText(/30 days/)
      .first(),
  ).toBeVisible()
  await chat.getByRole('button', { name: 'Close chat' }).click()
  const { sessions } = await company.ask('GET', '/api/sessions?search=return%20a%20tent')
  await company.ask('POST', `/api/sessions/${sessions[0].sessionId}/messages`, {
    text: 'Send it back to us.',
    clientId: 'reply',
  })
  await expect(visitor.locator('aichat-widget').getByRole('status')).toHaveText('1')
  await expect(visitor.locator('aichat-widget .tooltip')).toBeHidden()
  await context.close()
})

test('gives a new project the minimal template and the on_start pre-chat mode', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  const project = await company.ask('POST', '/api/projects', { name: 'New' })
  expect(project.templateKey).toBeNull()
  await signIn(page, product.url, company)
  await page.goto(customizeUrl(product, { ...company, project }))
  await expect(page.getByText('This widget uses the minimal template.')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Minimal' })).toBeChecked()
  expect(await getStoredConfig({ ...company, project })).toMatchObject({
    template: { key: 'minimal' },
    realtime: { preChat: { mode: 'on_start' } },
  })
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('tab', { name: 'Branding' })).toBeVisible()
  const edge = (target: Locator) =>
    target.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().x
    })
  expect(await edge(tab(page, 'Branding'))).toBeCloseTo(await edge(page.getByText('Chat name')), 0)
})

test('an icon in the primary color follows it, and opening is explained', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto(customizeUrl(product, company))
  await tab(page, 'Chat Icon').click()
  const color = page.getByRole('textbox', { name: 'Color', exact: true })
  await expect(color).toHaveValue('#2c8ac5')
  const same = page.getByRole('button', { name: 'Same as primary' })
  await expect(same).toHaveAttribute('aria-pressed', 'false')
  await same.click()
  await expect(color).toHaveValue('#287db2')
  await tab(page, 'Branding').click()
  await page.getByRole('textbox', { name: 'Primary colour', exact: true }).fill('#b02a37')
  await tab(page, 'Chat Icon').click()
  await expect(color).toHaveValue('#b02a37')
  await expect(same).toHaveAttribute('aria-pressed', 'true')

  await tab(page, 'Behavior').click()
  await expect(page.getByText('The chat opens when a visitor clicks the icon.')).toBeVisible()
  await page.getByRole('slider').fill('5')
  await expect(page.getByText(/The chat opens 5 seconds after a page has loaded/)).toBeVisible()
  await page.getByText('Open on page load').click()
  await expect(page.getByText('Not used while the chat opens on page load.')).toBeVisible()
})

test('the preview stays in place while the knowledge scrolls, and the tabs fit a phone', {
  tag: '@full',
}, async ({ page, product }) => {
  const company = await startCompany(product.url)
  for (let index = 0; index < 12; index++) {
    const content = `Text ${index}: we rent bikes by the old harbor.`
    await company.ask('POST', `/api/projects/${company.project.id}/agent/kb`, { type: 'manual', content })
  }
  await signIn(page, product.url, company)
  await page.setViewportSize({ width: 1600, height: 1000 })
  await page.goto(customizeUrl(product, company))
  await waitUntilIdle(page)
  const frame = page.locator('iframe')
  const before = await frame.boundingBox()
  await page.getByText('Text 0: we rent').scrollIntoViewIfNeeded()
  await expect(page.getByText('Text 0: we rent')).toBeInViewport()
  expect((await frame.boundingBox())?.y, 'the preview moves by its margin at most').toBeGreaterThan(
    (before?.y ?? 0) - 30,
  )

  await page.setViewportSize({ width: 375, height: 740 })
  const strip = page.getByRole('tablist', { name: 'Settings' })
  const overflow = () => strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(overflow).toBe(0)
  await page.goto(`${product.url}/projects/${company.project.id}?tab=customise`)
  await waitUntilIdle(page)
  const box = async (element: Locator) => (await element.boundingBox()) ?? { y: NaN, height: NaN }
  const [tabs, name, view] = await Promise.all(
    [strip, page.getByLabel('Chat name'), page.getByRole('radiogroup', { name: 'View' })].map(box),
  )
  expect(name!.y - tabs!.y - tabs!.height, 'the settings begin below their tabs').toBeLessThan(60)
  expect(view!.y + view!.height, 'the choice of view is at the bottom').toBeGreaterThan(720)
})

test('reaches the knowledge in one click, at a desk and on a phone', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  const list = page.getByRole('list', { name: 'Knowledge' })
  for (const { width, height } of [
    { width: 1280, height: 800 },
    { width: 375, height: 667 },
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto(customizeUrl(product, company))
    await page.getByText('Knowledge (1)').first().click()
    await expect(list).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Add Knowledge Source' })).toBeInViewport()
  }
})

test('shows loading and failed states', { tag: '@full' }, async ({ page, product }) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  const url = customizeUrl(product, company)
  await page.route('**/api/projects/*', (route) => route.abort())
  await page.goto(url)
  await expect(page.getByText('Failed to load project', { exact: true })).toBeVisible()
  // Reconnecting also retries failed requests, which must not happen during the test.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.unroute('**/api/projects/*')
  await page.route('**/api/widget/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
  await expect(page.getByText('Failed to load configuration', { exact: true })).toBeVisible()
  await page.unroute('**/api/widget/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Chat name')).toBeVisible()
})

test('reverts a failed FAQ switch and offers a retry without error text', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await open(page, product)
  await tab(page, 'FAQ').click()
  const panel = page.getByRole('tabpanel', { name: 'FAQ' })
  const faqSwitch = panel.getByRole('switch', { name: 'Show FAQs in the widget' })
  await expect(panel.getByRole('link', { name: 'Manage FAQs' })).toHaveAttribute('href', /tab=faq$/)
  await page.route('**/faq-toggle', (route) => route.abort())
  await faqSwitch.click({ force: true })
  const retry = panel.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await expect(faqSwitch).not.toBeChecked()
  await expect(panel).not.toContainText(/fail|error/i)
  await page.unroute('**/faq-toggle')
  await retry.click()
  await expect(faqSwitch).toBeChecked()
  await expect(retry).toBeHidden()
  await expect
    .poll(async () => (await company.ask('GET', `/api/projects/${company.project.id}/faq`)).faqEnabled)
    .toBe(true)
  await page.route('**/faq', (route) => route.abort())
  await page.reload()
  await tab(page, 'FAQ').click()
  await expect(retry).toBeVisible()
  await expect(panel).not.toContainText(/fail|error/i)
  await page.unroute('**/faq')
  await retry.click()
  await expect(faqSwitch).toBeChecked()
})

for (const { width, height } of sizes) {
  test.describe(`at ${width} px in both themes`, () => {
    test.use({ viewport: { width, height } })

    test('every tab is accessible', { tag: '@full' }, async ({ page, product }) => {
      await open(page, product)
      for (const name of ['Branding', 'Greetings', 'Chat Icon', 'Behavior', 'Pre-Chat Form', 'FAQ']) {
        await tab(page, name).click()
        if (name === 'Pre-Chat Form') await page.getByRole('button', { name: 'Add field' }).click()
        await checkAccessibility(page, name)
      }
    })

    for (const theme of ['Light', 'Dark']) {
      test(`the preview is accessible in its ${theme.toLowerCase()} theme`, { tag: '@full' }, async ({
        page,
        product,
      }) => {
        await open(page, product)
        await tab(page, 'Pre-Chat Form').click()
        await page.getByRole('button', { name: 'Add field' }).click()
        if (width < 768) await page.getByText('Preview', { exact: true }).first().click()
        await page.getByText(theme, { exact: true }).click()
        for (const state of ['Pre-chat', 'FAQ', 'AI answer']) {
          await page.getByLabel('Show', { exact: true }).selectOption(state)
          await checkAccessibility(page, `${theme} ${state}`, { withFrames: true })
        }
      })
    }
  })
}
