import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { type Company, signIn, startCompany, startConversation } from './kit/company.ts'
import { respondWithError, test } from './kit/staff.ts'

test('finds everything in the command palette by keyboard and lists recent commands', async ({
  page,
  product,
}) => {
  const company = await openDashboard(page, product.url)
  await page.mouse.move(640, 400)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  for (const group of ['Go to', 'Conversations', 'Projects', 'Actions on this page', 'Preferences', 'Help']) {
    await expect(palette.getByRole('group', { name: group })).toBeVisible()
  }
  await expect(palette.getByRole('menuitem', { name: 'Dashboard' })).toContainText('GD')
  // The pointer rests above an item.
  await expect(palette.locator('[role=menuitem][data-focused]')).toHaveCount(0)
  await page.mouse.move(640, 401)
  await palette.getByRole('menuitem', { name: 'Dashboard' }).hover()
  await expect(palette.getByRole('menuitem', { name: 'Dashboard' })).toHaveAttribute('data-focused')
  await page.keyboard.type('example shop')
  await expect(palette.getByRole('group', { name: 'Preferences' })).toBeHidden()
  const project = palette.getByRole('group', { name: 'Projects' }).getByRole('menuitem')
  await expect(project).toHaveCount(1)
  while (!(await project.getAttribute('data-focused'))) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/projects/${company.project.id}/details$`))
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('menuitem')).toHaveText(
    /Example Shop/,
  )
  await page.keyboard.press('Control+k')
  await expect(palette).toBeHidden()
  await page.getByRole('button', { name: 'Command palette' }).click()
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('dark')
  // A click while the list is still being filtered may meet an item that moves.
  await expect(palette.getByRole('group', { name: 'Help' })).toBeHidden()
  await palette.getByRole('menuitem', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('searchbox', { name: 'Search' }).fill('anything')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/projects/${company.project.id}/details$`))
})

test('the command palette finds actions by other words, and those of the open conversation first', async ({
  page,
  product: { url },
}) => {
  const company = await openDashboard(page, url)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const choose = async (words: string, name: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await palette.getByRole('searchbox').fill(words)
    await expect(palette.getByRole('group', { name: 'Preferences' })).toBeHidden()
    await palette.getByRole('menuitem', { name }).click()
  }
  await choose('colleague', 'Invite a teammate')
  const invite = page.getByRole('dialog', { name: 'Invite a teammate' })
  await expect(invite).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(invite).toBeHidden()
  await choose('openai', 'AI model')
  await expect(page).toHaveURL(/\/settings\/ai-model$/)

  await choose('how many days', /^Guest Visitor/)
  await expect(page).toHaveURL(/\/chats\?session=/)
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('How many days')
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group').first()).toHaveAccessibleName('This conversation')
  await expect(palette.getByRole('menuitem', { name: /^Guest Visitor/ })).toContainText('You may return')
  await page.keyboard.press('Escape')
  await choose('view mine', 'View: Mine')
  await expect(page).toHaveURL(/assigned=me/)
  await choose('resolve', 'Close conversation')
  await expect(page.getByText('Conversation closed')).toBeVisible()
  const { sessions } = await company.ask('GET', '/api/sessions?status=closed')
  expect(sessions).toHaveLength(1)
})

test('navigates by shortcuts, ignores them in text fields, and can turn them off', { tag: '@full' }, async ({
  page,
  product,
}) => {
  await openDashboard(page, product.url)
  for (const [key, path] of [
    ['p', '/projects'],
    ['c', '/chats'],
    ['u', '/users'],
    ['d', '/dashboard'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL(product.url + path)
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Collapse sidebar')).toBeVisible()
  await expect(sheet.getByText('New Project')).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await page.keyboard.type('n?gd')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('n?gd')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openSettings(page)
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click({ force: true })
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'New project' })).toHaveCount(0)
})

test('lists unread conversations in the bell, with switches for sound and alerts', { tag: '@full' }, async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const calls: string[] = []
    Object.assign(window, { calls })
    const Original = window.OscillatorNode
    window.OscillatorNode = class extends Original {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options)
        calls.push('note')
      }
    }
    const Alert = class {
      static permission = 'default'
      close() {}
      static requestPermission() {
        calls.push('asked')
        Alert.permission = 'granted'
        return Promise.resolve('granted')
      }
      constructor(title: string) {
        // Like a browser, it shows nothing without permission.
        if (Alert.permission === 'granted') calls.push(`alert: ${title}`)
      }
    }
    Object.assign(window, { Notification: Alert })
    document.hasFocus = () => false
  })
  const company = await openDashboard(page, product.url)
  const takeCalls = () => page.evaluate(() => (window as unknown as { calls: string[] }).calls.splice(0))
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  expect(await takeCalls()).toEqual([])

  await startConversation(product.url, company.project.publicKey)
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect.poll(takeCalls).toEqual(['note', 'note'])

  await panel.getByRole('switch', { name: 'Sound' }).click({ force: true })
  await panel.getByRole('switch', { name: 'Desktop alerts' }).click({ force: true })
  await expect(panel.getByRole('switch', { name: 'Desktop alerts' })).toBeChecked()
  expect(await takeCalls()).toEqual(['asked'])
  await startConversation(product.url, company.project.publicKey)
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect.poll(takeCalls).toEqual(['alert: Guest Visitor'])

  await panel.getByRole('switch', { name: 'Sound' }).click({ force: true })
  await panel.getByRole('switch', { name: 'Do not disturb' }).click({ force: true })
  await startConversation(product.url, company.project.publicKey)
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  expect(await takeCalls()).toEqual([])
  await panel.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/chats\?session=/)
  await expect(panel).toBeHidden()
})

test('loads the code of a screen when its link is pointed at', { tag: '@full' }, async ({
  page,
  product,
}) => {
  await openDashboard(page, product.url)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' })
  const loaded = page.waitForResponse(/\/assets\/Users-.*\.js$/)
  await link.hover()
  await loaded
  await expect(page).toHaveURL(/\/dashboard$/)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await link.click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  expect(requested.filter((url) => url.endsWith('.js'))).toEqual([])
})

test('shows an empty state in the bell', { tag: '@full' }, async ({ page, staff }) => {
  expect(staff.data.user.role).toBe('Owner')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog').getByText("You're all caught up.")).toBeVisible()
})

test('adapts the sidebar to the screen width', { tag: '@full' }, async ({ page, product }) => {
  await openDashboard(page, product.url)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const width = async () => (await sidebar.boundingBox())?.width
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText([
    /Dashboard/,
    /Projects/,
    /Chats/,
    /Users/,
    /Prompts/,
    /Reports/,
    /Settings/,
  ])
  await expect(links.nth(2)).toContainText('1 unread')
  expect(await width()).toBe(232)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBe(56)
  await page.reload()
  await expect.poll(width).toBe(56)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(width).toBe(232)
  await page.setViewportSize({ width: 900, height: 700 })
  await expect.poll(width).toBe(56)
  await expect(links.nth(2)).toContainText('1 unread')

  await page.setViewportSize({ width: 375, height: 812 })
  await expect(sidebar).toBeHidden()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu).toBeVisible()
  expect((await menu.boundingBox())?.width).toBeCloseTo(288, 1)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Users' }).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/users$/)
  const newProject = page.getByRole('button', { name: 'New Project' })
  await expect(newProject).toHaveCount(0)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('menuitem', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'New Project' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('button', { name: 'New Project' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu).toBeVisible()
  await page.setViewportSize({ width: 900, height: 700 })
  await expect(menu).toBeHidden()
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(menu).toBeHidden()
})

test('stores theme and density and applies them before the first paint', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  await staff.ask('POST', '/api/projects', { name: 'Example Shop' })
  await page.goto('/users')
  const row = page.getByRole('row').nth(1)
  await expect(row).toBeVisible()
  const comfortable = (await row.boundingBox())!.height
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('radio', { name: 'Dark' }).click({ force: true })
  await page.getByRole('radio', { name: 'Compact' }).click({ force: true })
  await page.keyboard.press('Escape')
  expect((await row.boundingBox())!.height).toBeLessThan(comfortable)
  await page.goto('/projects')
  const card = page.getByRole('article')
  await expect(card).toHaveCSS('padding-left', '14px')
  await page.route('**/assets/**', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
})

test('shows the settings as a page with sections', { tag: '@full' }, async ({ page, staff }) => {
  await staff.ask('POST', '/api/projects', { name: 'Example Shop' })
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Dashboard',
    'Projects',
    'Chats',
    'Users',
    'Prompts',
    'Reports',
    'Settings',
  ])
  await openSettings(page)
  await expect(page).toHaveURL(/\/settings\/preferences$/)
  const sections = page.getByRole('navigation', { name: 'Settings' })
  await sections.getByRole('link', { name: 'Company' }).click()
  await page.getByLabel('Company name').fill('Example Boats')
  await sections.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('Company saved').first()).toBeVisible()

  await sections.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveTitle('Audit log · Settings · AI Chat Platform')
  const log = page.getByRole('region', { name: 'Audit log' })
  await expect(
    log.getByRole('listitem').filter({ hasText: 'created the project Example Shop' }),
  ).toBeVisible()
  await log.getByRole('combobox').selectOption('Sign-up')
  await expect(log.getByRole('listitem')).toHaveText([/Sample Agent created the company/])
  for (const [name, file] of [
    ['Export CSV', 'audit-log.csv'],
    ['Export JSON Lines', 'audit-log.jsonl'],
  ] as const) {
    const download = page.waitForEvent('download')
    await log.getByRole('button', { name }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }

  await page.setViewportSize({ width: 375, height: 667 })
  await expect(sections).toHaveCount(0)
  await page.getByLabel('Section').selectOption('API keys')
  await expect(page).toHaveURL(/\/settings\/api$/)
  await expect(page.getByText('No API keys yet')).toBeVisible()
})

test('keeps the shell when a screen is outdated or crashes', async ({ page, staff, product }) => {
  expect(staff.data.user.role).toBe('Owner')
  await page.goto('/dashboard')
  await expect(page.getByText('Company details')).toBeVisible()
  // An update has replaced the files of this tab's version.
  await page.route('**/assets/Users-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.route(`${product.url}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<html>' }))
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByText('New version available')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()

  await page.route('**/api/projects', (route) => route.fulfill({ json: { success: true, data: [null] } }))
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByText('Something went wrong on this page.')).toBeVisible()
  await page.unroute('**/api/projects')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('loads screens, dialogs and menus again after the network failed', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  expect(staff.data.user.role).toBe('Owner')
  await page.goto('/dashboard')
  await expect(page.getByText('Company details')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  const failure = page.getByText('Failed to load. Check your connection and try again.')
  const withoutNetwork = async (act: () => Promise<void>) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await act()
    await expect(failure).toBeVisible()
    await expect(page.getByText('New version available')).toBeHidden()
    await page.unroute('**/assets/*.js')
  }

  await withoutNetwork(() => page.keyboard.press('Control+k'))
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(palette).toBeHidden()

  const bell = page.getByRole('button', { name: 'Notifications' })
  await withoutNetwork(() => bell.click())
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await withoutNetwork(() => page.getByRole('link', { name: 'Users' }).click())
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})

test('redirects unknown paths to the dashboard and offers a skip link', { tag: '@full' }, async ({
  page,
  staff,
  product,
}) => {
  expect(staff.data.user.role).toBe('Owner')
  for (const path of ['/', '/nowhere/at/all', '/ui']) {
    await page.goto(path)
    await expect(page).toHaveURL(`${product.url}/dashboard`)
  }
  await page.goto('/dashboard/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('shows a lost connection and retries failed requests after reconnecting', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  await staff.ask('POST', '/api/projects', { name: 'Example Shop' })
  const connection = await interruptibleConnection(page)
  await page.goto('/users')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  connection.interrupt()
  await expect(page.getByText('Connecting…')).toBeVisible()
  await expect(page.getByText('Waiting for connection')).toBeVisible()
  await page.route('**/api/projects', respondWithError())
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByText('Failed to load projects')).toBeVisible()
  await page.unroute('**/api/projects')
  connection.restore()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})

async function openDashboard(page: Page, url: string): Promise<Company> {
  const company = await startCompany(url)
  await signIn(page, url, company)
  await page.goto(`${url}/dashboard`)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  return company
}

async function openSettings(page: Page) {
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('dialog', { name: 'User menu' }).getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

/** A socket connection that a test can interrupt: going offline would keep an open socket connected. */
async function interruptibleConnection(page: Page) {
  const open = new Set<WebSocketRoute>()
  let isInterrupted = false
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (!isInterrupted) {
      open.add(socket)
      socket.connectToServer()
      return
    }
    // Only an open socket can be closed.
    setTimeout(() => socket.close(), 50)
  })
  await page.route(/socket\.io.*polling/, (route) => (isInterrupted ? route.abort() : route.continue()))
  return {
    interrupt() {
      isInterrupted = true
      for (const socket of open) socket.close()
    },
    restore() {
      isInterrupted = false
    },
  }
}
