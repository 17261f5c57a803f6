import { expect, type Page } from '@playwright/test'
import { checkAccessibility, sizes } from './accessibility.ts'
import { signIn, startCompany } from './company.ts'
import { test } from './product.ts'

for (const { width, height } of sizes) {
  test(`every screen is accessible at ${width} px in both themes`, async ({ browser, product, website }) => {
    test.setTimeout(240_000)
    const company = await startCompany(product.url)
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: 'light' })
    const page = await context.newPage()
    const paths = [
      '/dashboard',
      '/projects',
      '/projects/new',
      `/projects/${company.project.id}?tab=agents`,
      `/projects/${company.project.id}?tab=faq`,
      `/projects/${company.project.id}?tab=customise`,
      `/projects/${company.project.id}/customize`,
      `/projects/${company.project.id}/publish`,
      '/users',
      '/superadmin/prompts',
      '/settings/preferences',
      '/settings/audit',
      '/chats',
      `/chats?session=${company.sessionId}`,
    ]
    for (const path of ['/login', '/signup']) {
      await page.goto(product.url + path)
      await checkAccessibility(page, path)
    }
    await signIn(page, product.url, company)
    for (const path of paths) {
      await page.goto(product.url + path)
      await checkAccessibility(page, path)
    }
    for (const { name, path, open, hasFocusInField } of overlays) {
      await page.goto(product.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await open(page)
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first(), name).toBeVisible()
      await checkAccessibility(
        page,
        name,
        hasFocusInField ? { exceptions: ['scrollable-region-focusable'] } : {},
      )
    }
    website.pages['/axe'] =
      `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>${company.embedCode}`
    await page.goto(`${website.url}/axe`)
    await page.getByRole('button', { name: /Open chat/ }).click()
    await expect(page.frameLocator('iframe').getByRole('textbox', { name: 'Message' })).toBeVisible()
    await checkAccessibility(page, 'the widget', { withFrames: true })
    await context.close()
  })
}

type Overlay = {
  name: string
  path: string
  open: (page: Page) => Promise<void>
  /** The focus stays in the search field while the arrow keys move through the list, which scrolls along. */
  hasFocusInField?: boolean
}

const overlays: Overlay[] = [
  {
    name: 'the palette',
    path: '/dashboard',
    open: (page) => page.keyboard.press('Control+k'),
    hasFocusInField: true,
  },
  { name: 'the shortcuts', path: '/dashboard', open: (page) => page.keyboard.press('?') },
  { name: 'the project drawer', path: '/projects', open: (page) => page.keyboard.press('n') },
  {
    name: 'the bell',
    path: '/dashboard',
    open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
  },
  { name: 'the user menu', path: '/dashboard', open: openUserMenu },
  {
    name: 'the confirmation before deleting a project',
    path: '/projects',
    async open(page) {
      const more = page.getByRole('button', { name: 'More options' })
      const remove = page.getByRole('button', { name: 'Delete' })
      await expect(more.or(remove).first()).toBeVisible()
      if (await remove.isVisible()) return remove.click()
      await more.click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
  },
]

function openUserMenu(page: Page) {
  return page.getByRole('button', { name: /^User menu/ }).click()
}
