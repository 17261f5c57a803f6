import { expect, type Page } from '@playwright/test'
import { sizes } from './kit/accessibility.ts'
import { type Company, signIn, startCompany } from './kit/company.ts'
import { test } from './kit/product.ts'

/** Size, line height and weight. Code has the same ones in another family. The 16 px of fields stop the zoom of iOS. */
const textStyles = {
  caption: '12/16 400',
  captionStrong: '12/16 550',
  body: '14/20 400',
  bodyStrong: '14/20 550',
  title: '16/24 600',
  pageTitle: '22/28 600',
  phoneField: '16/24 400',
}
/** Compact ones are for toolbars and rows. */
const controlHeights = { inText: 24, compact: 28, default: 36, phoneField: 40 }

const accountScreens = ['/login', '/signup', '/forgot-password']
const listScreens = ({ project, sessionId }: Company) => [
  '/dashboard',
  '/projects',
  '/projects/new',
  ...['agents', 'faq', 'customise'].map((tab) => `/projects/${project.id}?tab=${tab}`),
  `/projects/${project.id}/customize`,
  `/projects/${project.id}/publish`,
  '/superadmin/prompts',
  '/users',
  '/reports',
  '/reports/ai',
  '/reports/gaps',
  '/reports/team',
  '/reports/sources',
  ...[
    'preferences',
    'company',
    'email',
    'ai-model',
    'usage',
    'business-hours',
    'api',
    'webhooks',
    'data',
    'audit',
  ].map((section) => `/settings/${section}`),
  '/chats',
  `/chats?session=${sessionId}`,
]

const overlays: { path: (company: Company) => string; open: (page: Page) => Promise<void> }[] = [
  { path: () => '/dashboard', open: (page) => page.keyboard.press('Control+k') },
  { path: () => '/dashboard', open: (page) => page.keyboard.press('?') },
  { path: () => '/dashboard', open: (page) => page.getByRole('button', { name: /^Notifications/ }).click() },
  { path: () => '/dashboard', open: (page) => page.getByRole('button', { name: /^User menu/ }).click() },
  { path: () => '/projects', open: (page) => page.keyboard.press('n') },
  { path: () => '/users', open: (page) => page.getByRole('button', { name: 'Invite' }).click() },
  {
    path: ({ project }) => `/projects/${project.id}?tab=agents`,
    open: (page) => page.getByRole('button', { name: 'Add Knowledge Source' }).click(),
  },
  { path: () => '/chats', open: (page) => page.getByRole('button', { name: 'Filter' }).click() },
]

for (const { width, height } of sizes) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test('all screens have the same text styles and control heights', async ({ page, product: { url } }) => {
      test.setTimeout(180_000)
      const found = { texts: new Map<string, string>(), controls: new Map<string, string>() }
      const addScreen = async (name: string) => {
        await expect(page.locator('[aria-busy=true]'), name).toHaveCount(0)
        const screen = await page.evaluate(readDesign)
        for (const [style, example] of screen.texts) found.texts.set(style, `${name}: ${example}`)
        for (const [controlHeight, example] of screen.controls)
          found.controls.set(controlHeight, `${name}: ${example}`)
        expect.soft(screen.primaryActions.slice(1), `more primary actions of ${name}`).toEqual([])
        return screen
      }

      for (const path of accountScreens) {
        await page.goto(url + path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await addScreen(path)
      }
      const company = await startCompany(url)
      await signIn(page, url, company)
      for (const path of listScreens(company)) {
        await page.goto(url + path)
        await page.waitForLoadState('networkidle')
        const { pageTitles } = await addScreen(path)
        // On phones the title of these is in a bar, beside buttons.
        if (width < 768 && /^\/chats\?|\/customize$/.test(path)) continue
        expect(pageTitles, `the size of the title of ${path}`).toEqual(
          pageTitles.map(() => textStyles.pageTitle),
        )
      }
      for (const { path, open } of overlays) {
        await page.goto(url + path(company))
        await page.waitForLoadState('networkidle')
        await open(page)
        await expect(page.getByRole('dialog').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await addScreen(`a dialog of ${path(company)}`)
      }

      const unknown = (known: Record<string, string | number>, seen: Map<string, string>) =>
        [...seen].filter(([key]) => !Object.values(known).map(String).includes(key))
      expect(unknown(textStyles, found.texts)).toEqual([])
      expect(unknown(controlHeights, found.controls)).toEqual([])
      // The styles of most screens, or the measurement misses them.
      expect(found.texts.size).toBeGreaterThanOrEqual(6)
      expect(found.controls.size).toBeGreaterThanOrEqual(2)
    })
  })
}

/** Runs in the page: the styles of the visible text and the heights of the controls with one line, each with an example. */
function readDesign() {
  const isShown = (element: Element) =>
    !element.closest('.sr-only') &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 2
  const styleOf = (element: Element) => {
    const { fontSize, lineHeight, fontWeight } = getComputedStyle(element)
    return `${Number.parseFloat(fontSize)}/${Number.parseFloat(lineHeight)} ${fontWeight}`
  }
  const texts = new Map<string, string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode
    if (!element || !textContent?.trim()) continue
    if (element.closest('script, style, noscript, option') || !isShown(element)) continue
    texts.set(styleOf(element), textContent.trim().slice(0, 60))
  }
  const controls = new Map<string, string>()
  const fields = 'input:not([type=checkbox], [type=radio], [type=color], [type=file]), select'
  for (const element of document.querySelectorAll(`${fields}, button, a.control, a.compact`)) {
    if (!isShown(element)) continue
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim()
    if (element.matches(fields)) texts.set(styleOf(element), `field ${label}`)
    if (!element.matches('.control, .compact, .field, .size-9, .size-7, select')) continue
    const { height } = element.getBoundingClientRect()
    controls.set(String(Math.round(height)), `${element.tagName} ${label}`)
  }
  // Without the link that skips the navigation, and the menu beside Send.
  const front = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
  const primaryActions = [
    ...front.querySelectorAll(
      'a.bg-accent:not([href^="#"]), button.bg-accent:not([aria-label="More ways to send"])',
    ),
  ]
    .filter(isShown)
    .map((element) => element.textContent || element.getAttribute('aria-label'))
  const pageTitles = [...document.querySelectorAll('h1')].filter(isShown).map(styleOf)
  return { texts: [...texts], controls: [...controls], primaryActions, pageTitles }
}
