import { expect, type Page } from '@playwright/test'
import { respondWithError, type Staff, test } from '../kit/staff.ts'

const list = '**/api/projects'

test('shows six skeletons after a delay and for a minimum time', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  expect(staff.data.user.name).toBe('Sample Agent')
  await page.clock.install()
  await page.goto('/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  let answer = () => undefined as unknown
  await page.route(list, async (route) => {
    await new Promise((resolve) => {
      answer = () => resolve(null)
    })
    await route.continue()
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked = page.waitForRequest(list)
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await asked
  const skeletons = page.locator('[data-skeleton]')
  await page.clock.runFor(100)
  await expect(skeletons).toHaveCount(0)
  await page.clock.runFor(60)
  await expect(skeletons).toHaveCount(6)
  await expect(page.getByRole('status', { name: 'Loading projects' })).toHaveAttribute('aria-busy', 'true')
  const answered = page.waitForResponse(list)
  answer()
  await (await answered).finished()
  await page.clock.runFor(200)
  await expect(page.getByText('Total projects').locator('..')).toContainText('0')
  await expect(skeletons).toHaveCount(6)
  await page.clock.runFor(100)
  await expect(page.getByText('No projects yet')).toBeVisible()
  await expect(skeletons).toHaveCount(0)
})

test('offers to create the first project, which works by keyboard', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  expect(await staff.ask('GET', '/api/projects')).toEqual([])
  await page.goto('/projects')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await expect(page.getByText('Each project is a chat widget for one website.')).toBeVisible()
  // The top bar has the other one.
  await expect(page.getByRole('button', { name: 'New Project' })).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('button', { name: 'New Project' })).toHaveClass(/bg-accent/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'New Project' })).not.toHaveClass(
    /bg-accent/,
  )
  await page.keyboard.press('n')
  const drawer = page.getByRole('dialog', { name: 'New project' })
  await expect(drawer.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('Project name is required')).toBeVisible()
  await page.keyboard.type('  Example Shop  ')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a'.repeat(210))
  await expect(drawer.getByText('200/200')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('not an address')
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('Enter a full web address, like https://acme.com')).toBeVisible()
  await drawer.getByLabel('Website URL').fill('')
  await page.keyboard.type('shop.example.com')
  await page.keyboard.press('Tab')
  await expect(drawer.getByLabel('Website URL')).toHaveValue('https://shop.example.com')
  await drawer.getByLabel('Website URL').press('Enter')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/projects$/)
  const card = page.getByRole('article')
  await expect(card.getByRole('heading')).toHaveText('Example Shop')
  await expect(card.getByText('Draft')).toBeVisible()
  await expect(card.getByText('No template')).toBeVisible()
  await expect(card.getByRole('link', { name: /shop\.example\.com/ })).toHaveAttribute('target', '_blank')
  const [stored] = await staff.ask('GET', '/api/projects')
  expect(stored.name).toBe('Example Shop')
  expect(stored.description).toHaveLength(200)
})

test('edits and deletes a project in the list', async ({ page, staff }) => {
  const made = await staff.ask('POST', '/api/projects', { name: 'Example "Shop"' })
  await page.goto('/projects')
  const card = page.getByRole('article')
  await expect(card.getByText('No description')).toBeVisible()
  await expect(page.getByText('Total projects').locator('..')).toContainText('1')
  await expect(page.getByText('Published', { exact: true }).locator('..')).toContainText('0')
  await card.getByRole('link', { name: 'View' }).hover()
  await card.getByRole('link', { name: 'Publish' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Please select a template before publishing')
  for (const [name, path] of [
    ['View', `/projects/${made.id}/details`],
    ['Publish', `/projects/${made.id}/publish`],
  ] as const) {
    const opened = page.context().waitForEvent('page')
    await card.getByRole('link', { name }).click({ button: 'middle' })
    const tab = await opened
    await expect(tab).toHaveURL(new RegExp(`${path}$`))
    await tab.close()
  }

  await card.getByRole('button', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit project' })
  await drawer.getByLabel('Description').fill('Tents')
  await expect(drawer.getByText('5/200')).toBeVisible()
  await page.route(`**/api/projects/${made.id}`, respondWithError())
  await drawer.getByRole('button', { name: 'Update' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('Failed to save project')
  await page.unroute(`**/api/projects/${made.id}`)
  await drawer.getByRole('button', { name: 'Update' }).click()
  await expect(drawer).toBeHidden()
  await expect(card.getByText('Tents')).toBeVisible()

  const question = page.getByRole('alertdialog', { name: 'Delete project' })
  await card.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText(
    'Are you sure you want to delete "Example "Shop""? This action cannot be undone.',
  )
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(card.getByRole('button', { name: 'Delete' })).toBeFocused()

  await page.route(`**/api/projects/${made.id}`, respondWithError())
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText('Failed to delete project')).toBeVisible()
  await expect(card).toBeVisible()
  await page.unroute(`**/api/projects/${made.id}`)
  await card.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
  expect(await staff.ask('GET', '/api/projects')).toEqual([])
})

test("shows the server's error or a fallback when the list fails to load", { tag: '@full' }, async ({
  page,
  staff,
}) => {
  await staff.ask('POST', '/api/projects', { name: 'Example Shop' })
  await page.route(list, respondWithError())
  await page.goto('/projects')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load projects')
  // Reconnecting also retries failed requests, which must not happen during the test.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.unroute(list)
  await page.route(list, respondWithError('The server has its day off'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The server has its day off')
  await page.unroute(list)
  await page.route(list, (route) => route.abort())
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.unroute(list)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('asks before discarding edits', { tag: '@full' }, async ({ page, staff }) => {
  await staff.ask('POST', '/api/projects', { name: 'Example Shop' })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit project' })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click()
  await drawer.getByLabel('Name').fill('Other name')
  expect(await wouldAskBeforeUnload(page)).toBe(true)
  for (const leave of [() => page.keyboard.press('Escape'), () => page.evaluate(() => history.back())]) {
    await leave()
    await expect(drawer.getByText('You have unsaved changes.')).toBeVisible()
    await drawer.getByRole('button', { name: 'Keep editing' }).click()
    await expect(drawer.getByRole('button', { name: 'Update' })).toBeVisible()
    await expect(page).toHaveURL(/\/projects$/)
  }
  await page.evaluate(() => history.back())
  await drawer.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(await wouldAskBeforeUnload(page)).toBe(false)
})

test('filters and sorts the list, and stores the filter in the URL', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  for (const name of ['Tents 10', 'Boats', 'Tents 9']) await staff.ask('POST', '/api/projects', { name })
  await page.goto('/projects')
  const names = page.getByRole('article').getByRole('heading')
  await expect(names).toHaveText(['Tents 9', 'Boats', 'Tents 10'])
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name (A–Z)')
  await expect(names).toHaveText(['Boats', 'Tents 9', 'Tents 10'])
  await page.getByRole('searchbox', { name: 'Filter projects' }).fill('tent')
  await expect(names).toHaveText(['Tents 9', 'Tents 10'])
  await page.reload()
  await expect(names).toHaveText(['Tents 9', 'Tents 10'])
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Live')
  await expect(page.getByText('No projects match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(names).toHaveText(['Boats', 'Tents 9', 'Tents 10'])
})

test('shows two buttons and a menu on phones', { tag: '@full' }, async ({ page, staff }) => {
  await staff.ask('POST', '/api/projects', { name: 'Example Shop' })
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/projects')
  const card = page.getByRole('article')
  await expect(card.getByRole('link', { name: 'View' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Edit' })).toBeHidden()
  await card.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL(/\/projects\/[^/]+\/details$/)
})

test('creates a project on its own page and opens the Customize screen', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  await page.goto('/projects/new')
  await expect(page).toHaveTitle('New project · AI Chat Platform')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Project name is required')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('   ')
  await expect(page.getByText('Project name is required')).toBeVisible()
  await page.getByLabel('Name').fill(' Example Shop ')
  await page.getByLabel('Description').fill('Tents')
  await expect(page.getByText('5/200')).toBeVisible()
  await page.getByLabel('Website URL').fill('https://')
  await page.getByLabel('Website URL').press('Enter')
  await expect(page.getByText('Enter a full web address, like https://acme.com')).toBeVisible()
  await page.getByLabel('Website URL').fill('https://example.com')
  await page.getByLabel('Website URL').press('Enter')
  const [made] = await expect
    .poll(() => staff.ask('GET', '/api/projects'))
    .toHaveLength(1)
    .then(() => staff.ask('GET', '/api/projects'))
  expect(made.name).toBe('Example Shop')
  await expect(page).toHaveURL(new RegExp(`/projects/${made.id}/customize$`))
})

test('shows a failed creation and keeps the input', { tag: '@full' }, async ({ page, staff }) => {
  expect(staff.data.company.name).toBe('Example Company')
  await page.goto('/projects/new')
  await page.getByLabel('Name').fill('Example Shop')
  for (const broken of [
    respondWithError(),
    (route: Parameters<ReturnType<typeof respondWithError>>[0]) => route.abort(),
  ]) {
    await page.route('**/api/projects', broken)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Failed to create project')
    await expect(page.getByLabel('Name')).toHaveValue('Example Shop')
    await page.unroute('**/api/projects')
  }
})

test('leaves on Cancel without asking, and asks on any other navigation', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  expect(staff.data.user.role).toBe('Owner')
  await page.goto('/projects/new')
  await page.getByLabel('Name').fill('Example Shop')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You have unsaved changes.')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/projects\/new$/)
  await expect(page.getByLabel('Name')).toHaveValue('Example Shop')
  expect(
    await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))),
  ).toBe(true)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/projects/new')
  await page.getByLabel('Name').fill('Example Shop')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/projects$/)
  expect(await staff.ask('GET', '/api/projects')).toEqual([])
})

test('shows the project with a URL for each tab', { tag: '@full' }, async ({ page, staff }) => {
  const project = await createProject(staff)
  await page.goto(`/projects/${project.id}`)
  await expect(page).toHaveTitle('Example Shop · AI Chat Platform')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Example Shop')
  await expect(page.getByText('Draft')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Customise' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Customise' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/\?tab=faq$/)
  await expect(page.getByText('No FAQs yet')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/\?tab=agents$/)
  await expect(page.getByText('Support Assistant')).toBeVisible()
  await expect(page.getByText('Professional')).toBeVisible()
  await page.goto(`/projects/${project.id}/details`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Example Shop')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit project' })
  await drawer.getByLabel('Name').fill('Other Shop')
  await drawer.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Other Shop')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project.id}/publish$`))
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Projects' }).click()
  await expect(page).toHaveURL(/\/projects$/)
})

test('marks a project with unpublished changes on its card and in its header', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  const { id, widgetConfigId } = await createProject(staff)
  await staff.ask('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' } })
  await staff.ask('POST', `/api/projects/${id}/publish`)
  await page.goto(`/projects/${id}?tab=faq`)
  const header = page.getByRole('heading', { level: 1 }).locator('..')
  await expect(header.getByText('Live', { exact: true })).toBeVisible()
  await expect(header.getByText('Unpublished changes')).toBeHidden()
  await staff.ask('PATCH', `/api/widget/${widgetConfigId}`, { brand: { chatName: 'Other' } })
  await page.reload()
  await expect(header.getByText('Unpublished changes')).toBeVisible()
  await page.goto('/projects')
  await expect(page.getByRole('article').getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByRole('article').getByText('Unpublished changes')).toBeVisible()
})

test('deletes the project after confirmation and returns to the list', { tag: '@full' }, async ({
  page,
  staff,
}) => {
  const project = await createProject(staff)
  await page.goto(`/projects/${project.id}?tab=faq`)
  await page.route(`**/api/projects/${project.id}`, (route) =>
    route.request().method() === 'DELETE' ? respondWithError('Not today')(route) : route.continue(),
  )
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete "Example Shop"? This action cannot be undone.',
  )
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText('Not today')).toBeVisible()
  await page.unroute(`**/api/projects/${project.id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(page).toHaveURL(/\/projects$/)
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('reports a project that fails to load or does not exist', { tag: '@full' }, async ({ page, staff }) => {
  const project = await createProject(staff)
  await page.route(`**/api/projects/${project.id}`, respondWithError())
  await page.goto(`/projects/${project.id}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load project')
  // Reconnecting also retries failed requests, which must not happen during the test.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.unroute(`**/api/projects/${project.id}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Example Shop')
  for (const screen of ['', '/customize', '/publish']) {
    await page.goto(`/projects/00000000-0000-7000-8000-000000000000${screen}`)
    await expect(page.getByRole('main')).toContainText("This project doesn't exist or was deleted")
  }
  await page.getByRole('link', { name: 'Go to projects' }).click()
  await expect(page).toHaveURL(/\/projects$/)
})

test('shows a menu instead of buttons on phones', { tag: '@full' }, async ({ page, staff }) => {
  const project = await createProject(staff)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/projects/${project.id}?tab=faq`)
  await page.getByRole('button', { name: 'More options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Publish', 'Delete'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit project' })
  await expect(drawer).toBeVisible()
  // The on-screen keyboard would cover the form.
  await expect(drawer.getByRole('textbox', { name: 'Name' })).not.toBeFocused()
})

/** Whether the browser would ask before closing the tab. */
function wouldAskBeforeUnload(page: Page) {
  return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

function createProject({ ask }: Staff) {
  return ask('POST', '/api/projects', { name: 'Example Shop' })
}
