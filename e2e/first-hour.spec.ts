import { expect, type Locator } from '@playwright/test'
import { newEmail } from '../server/test/kit/client.ts'
import { test } from './kit/product.ts'

const maxClicks = 11
const question = 'How many days do I have to return an item?'

test('a new owner gets from sign-up to an AI answer on their website in 11 clicks and one publish', async ({
  browser,
  product,
  website,
}) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  let clickCount = 0
  async function click(target: Locator) {
    clickCount++
    await target.click()
  }
  const publishes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/publish')) publishes.push(request.url())
  })
  const setup = page.getByRole('region', { name: 'Setup', exact: true })

  const checklist = page.getByRole('listitem')
  const firstAnswer = checklist.filter({ hasText: 'First AI answer' })

  await test.step('sign-up', async () => {
    await page.goto(`${product.url}/signup`)
    await page.getByLabel('Company name').fill('Example Company')
    await page.getByLabel('Your name').fill('Sample Owner')
    await page.getByLabel('Email').fill(newEmail('staff'))
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await click(page.getByRole('button', { name: 'Create account' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Sample Owner')
    await expect(page.getByText('0 of 6')).toBeVisible()
  })

  const project = await test.step('project', async () => {
    await click(page.getByRole('listitem').getByRole('link', { name: 'Create project' }))
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Example Shop')
    await page.getByLabel('Website URL').fill(website.url)
    await click(page.getByRole('button', { name: 'Create', exact: true }))
    await expect(page).toHaveURL(/\/projects\/[^/]+\/customize$/)
    await expect(setup).toContainText(/Setup 1 of 6.*Teach your AI assistant/)
    return /\/projects\/([^/]+)\//.exec(page.url())?.[1] as string
  })

  await test.step('knowledge from the website', async () => {
    website.pages['/'] = `<!doctype html><title>Example Shop</title><h1>Example Shop</h1>
      <p>Tents and sleeping bags for families, from our shop by the lake.</p><a href="/help/returns">Returns</a>`
    website.pages['/help/returns'] = `<!doctype html><title>Returns</title><main><h1>Returns</h1>
      <p>You may return any item within 30 days of delivery.</p></main>`
    await click(setup.getByRole('button', { name: /^Read / }))
    const dialog = page.getByRole('dialog', { name: /^Read / })
    await expect(dialog.getByRole('checkbox', { name: 'Returns' })).toBeChecked()
    await click(
      dialog.getByRole('button', { name: 'Use these pages' }).and(page.locator(':not([aria-disabled])')),
    )
    await expect(dialog).toBeHidden()
  })

  await test.step('test chat, and turn on', async () => {
    await click(setup.getByRole('button', { name: 'Try it' }))
    const drawer = page.getByRole('dialog', { name: 'Try it' })
    await expect(drawer.getByRole('list', { name: 'Example questions' })).toContainText('Returns')
    await drawer.getByRole('textbox', { name: 'Question' }).fill(question)
    await page.keyboard.press('Enter')
    await expect(drawer.getByRole('log')).toContainText('30 days')
    await expect(drawer.getByRole('list', { name: 'Sources of this reply' })).toContainText('Returns')
    await click(drawer.getByRole('button', { name: 'Turn on' }))
    await expect(drawer.getByRole('status')).toHaveText(
      'AI auto-reply is on. Publish to answer visitors like this.',
    )
    await expect(drawer.getByRole('log')).toContainText('30 days')
    await click(drawer.getByRole('button', { name: 'Go to Publish' }))
    await expect(drawer).toBeHidden()
  })

  await test.step('publish', async () => {
    await click(page.getByRole('button', { name: 'Publish Project' }))
    await expect(page.getByText('Your widget is live.')).toBeVisible()
    await expect(checklist.filter({ hasText: 'AI auto-reply: on' }).getByLabel('Done')).toBeVisible()
    await expect(firstAnswer.getByLabel('To do')).toBeVisible()
  })

  await test.step('embed on a page of another origin', async () => {
    await click(page.getByRole('button', { name: 'Copy Code' }))
    const code = await page.evaluate(() => navigator.clipboard.readText())
    website.pages['/first-hour'] = `<!doctype html><title>Example</title><h1>Tents</h1>${code}`
    expect(new URL(website.url).origin).not.toBe(new URL(product.url).origin)
  })

  await test.step('the AI answers with a source', async () => {
    const shop = await context.newPage()
    await shop.goto(`${website.url}/first-hour`)
    await click(shop.getByRole('button', { name: /Open chat/ }))
    const chat = shop.frameLocator('iframe')
    await chat.getByRole('textbox', { name: 'Message' }).fill(question)
    await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
    await expect(chat.getByRole('log')).toContainText('within 30 days of delivery')
    await expect(chat.getByRole('list', { name: 'Sources' })).toContainText('Returns')
    await expect(firstAnswer.getByLabel('Done')).toBeVisible()
  })

  expect(publishes).toEqual([`${product.url}/api/projects/${project}/publish`])
  expect(clickCount).toBeLessThanOrEqual(maxClicks)
})
