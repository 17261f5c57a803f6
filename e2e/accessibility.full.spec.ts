import { expect, type FrameLocator, type Page } from '@playwright/test'
import { checkAccessibility, sizes } from './kit/accessibility.ts'
import { type Company, signIn, startCompany } from './kit/company.ts'
import { test } from './kit/product.ts'

const screens: Record<string, (company: Company) => string[]> = {
  'projects and prompts': ({ project }) => [
    '/projects',
    '/projects/new',
    `/projects/${project.id}?tab=agents`,
    `/projects/${project.id}?tab=faq`,
    `/projects/${project.id}?tab=customise`,
    `/projects/${project.id}/customize`,
    `/projects/${project.id}/publish`,
    '/superadmin/prompts',
  ],
  'dashboard, team, settings and inbox': ({ sessionId }) => [
    '/dashboard',
    '/users',
    '/reports',
    '/reports/ai',
    '/reports/gaps',
    '/reports/team',
    '/reports/sources',
    '/reports/conversations',
    '/settings/preferences',
    '/settings/email',
    '/settings/audit',
    '/settings/ai-model',
    '/settings/usage',
    '/settings/business-hours',
    '/chats',
    `/chats?session=${sessionId}`,
  ],
}

for (const { width, height } of sizes) {
  test.describe(`at ${width} px in both themes`, () => {
    test.use({ viewport: { width, height }, colorScheme: 'light' })

    test('login, sign-up and unsubscribing are accessible', async ({ page, product }) => {
      for (const path of ['/login', '/signup', '/unsubscribe']) {
        await page.goto(product.url + path)
        await checkAccessibility(page, path)
      }
    })

    for (const [name, pathsOf] of Object.entries(screens)) {
      test(`${name} are accessible`, async ({ page, product }) => {
        const company = await startCompany(product.url)
        await signIn(page, product.url, company)
        for (const path of pathsOf(company)) {
          await page.goto(product.url + path)
          await checkAccessibility(page, path)
        }
      })
    }

    test('dialogs, drawers and menus are accessible', async ({ page, product }) => {
      await signIn(page, product.url, await startCompany(product.url))
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
    })

    test('the widget is accessible', async ({ page, product, website }) => {
      const { embedCode, project, ask } = await startCompany(product.url)
      await ask('POST', `/api/projects/${project.id}/faq`, {
        question: 'Do you ship to islands?',
        answer: 'Yes, by boat.',
      })
      await ask('PATCH', `/api/projects/${project.id}/faq-toggle`, { faqEnabled: true })
      await ask('PATCH', `/api/widget/${project.widgetConfigId}`, {
        brand: { privacyUrl: 'https://shop.example.com/privacy' },
        greetings: { consent: 'We store your messages.', suggestions: ['Do you ship to islands?'] },
      })
      await ask('POST', `/api/projects/${project.id}/publish`)
      website.pages['/axe'] =
        `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>${embedCode}`
      await page.goto(`${website.url}/axe`)
      await page.getByRole('button', { name: /Open chat/ }).click()
      const chat = page.frameLocator('iframe')
      await expect(chat.getByRole('textbox', { name: 'Message' })).toBeVisible()
      await checkAccessibility(page, 'the widget', { withFrames: true })
      expect(await findSmallTargets(chat)).toEqual([])

      await chat.getByRole('button', { name: 'Do you ship to islands?' }).click()
      await expect(chat.getByRole('button', { name: 'Not helpful' })).toBeVisible()
      await chat.getByRole('button', { name: 'More options' }).click()
      await chat.getByRole('button', { name: 'End conversation' }).click()
      await chat.getByRole('button', { name: 'End', exact: true }).click()
      await chat.getByRole('radio', { name: '4 of 5' }).check({ force: true })
      await expect(chat.getByRole('button', { name: 'Send rating' })).toBeVisible()
      await checkAccessibility(page, 'an answered and closed conversation', { withFrames: true })
      expect(await findSmallTargets(chat)).toEqual([])
    })
  })
}

/** Controls of less than 24 by 24 pixels. The rule of axe lets those pass that have enough space around them. */
function findSmallTargets(chat: FrameLocator): Promise<string[]> {
  return chat.locator('button, a, input, summary').evaluateAll((nodes) =>
    nodes
      .filter((node) => {
        const { width, height } = node.getBoundingClientRect()
        return width > 0 && (width < 24 || height < 24)
      })
      .map((node) => node.outerHTML),
  )
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
