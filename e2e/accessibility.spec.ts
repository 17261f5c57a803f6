import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { signIn, startCompany } from './company.ts'
import { test } from './product.ts'

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 375, height: 812, colorScheme: 'light' },
  { width: 375, height: 812, colorScheme: 'dark' },
] as const

for (const { width, height, colorScheme } of looks) {
  test(`no screen shuts anybody out at ${width}, ${colorScheme}`, async ({ browser, product, website }) => {
    test.setTimeout(120_000)
    const company = await startCompany(product.url)
    const context = await browser.newContext({ viewport: { width, height }, colorScheme })
    const page = await context.newPage()
    const paths = [
      '/dashboard',
      '/projects',
      '/projects/new',
      `/projects/${company.project.id}?tab=agents`,
      `/projects/${company.project.id}/customize`,
      `/projects/${company.project.id}/publish`,
      '/users',
      '/chats',
      `/chats?session=${company.sessionId}`,
    ]
    for (const path of ['/login', '/signup']) {
      await page.goto(product.url + path)
      await check(page, path)
    }
    await signIn(page, product.url, company)
    for (const path of paths) {
      await page.goto(product.url + path)
      await check(page, path)
    }
    website.pages['/axe'] =
      `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>${company.embedCode}`
    await page.goto(`${website.url}/axe`)
    await page.getByRole('button', { name: /Open chat/ }).click()
    await expect(page.frameLocator('iframe').getByRole('textbox', { name: 'Message' })).toBeVisible()
    await check(page, 'the widget')
    await context.close()
  })
}

/** Nothing serious for axe, and nothing that has to be scrolled sideways. */
async function check(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    name,
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} overflows sideways`).toBeLessThanOrEqual(0)
}
