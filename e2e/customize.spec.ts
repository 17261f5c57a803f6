import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { checkAccessibility, sizes } from './accessibility.ts'
import { type Company, signIn, startCompany } from './company.ts'
import { type Product, test } from './product.ts'

/** Opens the Customize screen of a new company. */
async function open(page: Page, product: Product): Promise<Company & { preview: FrameLocator }> {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto(customizeUrl(product, company))
  await waitUntilIdle(page)
  return { ...company, preview: page.frameLocator('iframe[title="Widget preview"]') }
}

function customizeUrl(product: Product, { project }: Company): string {
  return `${product.url}/projects/${project.id}/customize`
}

/** Waits for the initial corrections to be saved. */
async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.getByLabel('Chat name')).toBeVisible()
  await expect(page.getByText('Loading preview…')).toBeHidden()
  await expect(page.getByText('Saving...')).toBeHidden()
  await expect(page.getByText('Saved', { exact: true })).toBeHidden()
}

function getStoredConfig({ ask, project }: Company) {
  return ask('GET', `/api/widget/${project.widgetConfigId}`)
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** The bodies of the save requests. */
function watchSaves(page: Page): object[] {
  const saves: object[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/api/widget/')) {
      saves.push(request.postDataJSON())
    }
  })
  return saves
}

test('saves a second after the last edit and shows "Saved" for two seconds', async ({ page, product }) => {
  await page.clock.install()
  await open(page, product)
  const saves = watchSaves(page)
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  const name = page.getByLabel('Chat name')
  await name.fill('A')
  await page.clock.runFor(900)
  await name.fill('An')
  await expect(page.getByText('Saving...')).toBeVisible()
  await page.clock.runFor(999)
  expect(saves).toEqual([])
  await page.clock.runFor(1)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(saves).toEqual([{ brand: { chatName: 'An' } }])
  await page.clock.runFor(1999)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByText('Saved', { exact: true })).toBeHidden()
})

test('sends the config to the preview at 0, 200, 600 and 1200 ms and shows a hint for 1.2 s', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const messages: unknown[] = []
    Object.assign(window, { messages, frameLoads: 0 })
    if (window === window.top) {
      const countLoad = ({ target }: Event) => {
        if (target instanceof HTMLIFrameElement) Object.assign(window, { frameLoads: frameLoads() + 1 })
      }
      const frameLoads = () => (window as unknown as { frameLoads: number }).frameLoads
      document.addEventListener('load', countLoad, true)
      return
    }
    window.addEventListener('message', (event) => messages.push(event.data.type))
  })
  await page.clock.install()
  await open(page, product)
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  const frameLoads = () => page.evaluate(() => (window as unknown as { frameLoads: number }).frameLoads)
  const loadsBefore = await frameLoads()
  await page.getByRole('button', { name: 'Reload preview' }).click()
  const hint = page.getByText('Loading preview…')
  await expect(hint).toBeVisible()
  const frame = () => page.frames().find((one) => one.url().endsWith('/widgets/preview'))
  const count = () =>
    frame()?.evaluate(() => (window as unknown as { messages?: unknown[] }).messages?.length ?? -1)
  // Messages that were posted before the frame had loaded are lost.
  await expect.poll(frameLoads).toBe(loadsBefore + 1)
  const before = (await count()) ?? 0
  // The clock is paused. The timer of 0 ms exists as soon as React has handled the load event.
  await expect(async () => {
    await page.clock.runFor(0)
    expect(await count()).toBe(before + 1)
  }).toPass()
  for (const [wait, times] of [
    [199, 1],
    [1, 2],
    [399, 2],
    [1, 3],
    [599, 3],
    [1, 4],
  ] as const) {
    await page.clock.runFor(wait)
    await expect.poll(count).toBe(before + times)
  }
  await expect(hint).toBeHidden()
  await page.getByLabel('Chat name').fill('Sent immediately')
  await expect.poll(count).toBe(before + 5)
  expect(product.logged()).toBe('')
})

test('keeps concurrent edits of different fields', async ({ page, product, context }) => {
  const company = await open(page, product)
  const other = await context.newPage()
  await other.goto(customizeUrl(product, company))
  await waitUntilIdle(other)
  await tab(other, 'Chat Icon').click()
  for (let round = 1; round <= 3; round++) {
    await Promise.all([
      page.getByLabel('Chat name').fill(`Round ${round}`),
      other.getByLabel('Icon text').fill(`Icon ${round}`),
    ])
    await Promise.all(
      [page, other].map((one) => expect(one.getByText('Saved', { exact: true })).toBeVisible()),
    )
    const { brand, icon } = await getStoredConfig(company)
    expect([brand.chatName, icon.text]).toEqual([`Round ${round}`, `Icon ${round}`])
  }
  await page.reload()
  await expect(page.getByLabel('Chat name')).toHaveValue('Round 3')
  await tab(page, 'Chat Icon').click()
  await expect(page.getByLabel('Icon text')).toHaveValue('Icon 3')
})

test('shows a failed save, keeps the edit and retries with the latest', async ({ page, product }) => {
  const company = await open(page, product)
  await page.route('**/api/widget/*', (route) => route.abort())
  await page.getByLabel('Chat name').fill('First try')
  await expect(page.getByText('Failed to save changes')).toBeVisible()
  await expect(page.getByLabel('Chat name')).toHaveValue('First try')
  await page.unroute('**/api/widget/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await getStoredConfig(company)).brand.chatName).toBe('First try')
})

test('saves edits made during a save afterwards', async ({ page, product }) => {
  await page.clock.install()
  const company = await open(page, product)
  const saves = watchSaves(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/widget/*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Chat name').fill('One')
  await expect.poll(() => saves.length).toBe(1)
  await page.getByLabel('Chat name').fill('Two')
  await page.getByLabel('Primary colour', { exact: true }).fill('#b02a37')
  await page.clock.fastForward(1500)
  expect(saves).toHaveLength(1)
  release()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(saves).toEqual([
    { brand: { chatName: 'One' } },
    { brand: { chatName: 'Two', primaryColor: '#b02a37' } },
  ])
  expect((await getStoredConfig(company)).brand).toMatchObject({ chatName: 'Two', primaryColor: '#b02a37' })
})

test('saves pending edits when leaving by a link or closing the page', async ({ page, product }) => {
  const company = await open(page, product)
  await page.getByLabel('Chat name').fill('Left by a link')
  await page.getByRole('main').getByRole('link', { name: 'Projects' }).click()
  await expect(page).toHaveURL(/\/projects$/)
  await expect.poll(async () => (await getStoredConfig(company)).brand.chatName).toBe('Left by a link')
  await page.goBack()
  await expect(page.getByLabel('Chat name')).toHaveValue('Left by a link')
  await page.getByLabel('Chat name').fill('Left by closing')
  await page.close()
  await expect.poll(async () => (await getStoredConfig(company)).brand.chatName).toBe('Left by closing')
})

test('asks before leaving after a failed save', async ({ page, product }) => {
  const company = await open(page, product)
  const leave = () => page.getByRole('main').getByRole('link', { name: 'Projects' }).click()
  await page.route('**/api/widget/*', (route) => route.abort())
  await page.getByLabel('Chat name').fill('Not saved')
  await expect(page.getByText('Failed to save changes')).toBeVisible()
  await leave()
  const dialog = page.getByRole('alertdialog', { name: 'Unsaved changes' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Chat name')).toHaveValue('Not saved')
  await leave()
  const saves = watchSaves(page)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/projects$/)
  expect(saves).toEqual([])
  await page.unroute('**/api/widget/*')
  expect((await getStoredConfig(company)).brand.chatName).not.toBe('Not saved')
})

test('shows a save that failed after leaving, with a retry', async ({ page, product }) => {
  const company = await open(page, product)
  await page.route('**/api/widget/*', (route) => route.abort())
  await page.getByLabel('Chat name').fill('Left too early')
  await page.getByRole('main').getByRole('link', { name: 'Projects' }).click()
  await expect(page).toHaveURL(/\/projects$/)
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText('Failed to save changes')
  await page.unroute('**/api/widget/*')
  await notices.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(async () => (await getStoredConfig(company)).brand.chatName).toBe('Left too early')
})

test('saves the last edits of a closing page without waiting for a running save', async ({
  page,
  product,
}) => {
  const company = await open(page, product)
  const saves = watchSaves(page)
  const held: (() => Promise<void>)[] = []
  await page.route('**/api/widget/*', (route) => void held.push(() => route.continue()))
  await page.getByLabel('Chat name').fill('One')
  await expect.poll(() => saves).toEqual([{ brand: { chatName: 'One' } }])
  await page.getByLabel('Chat name').fill('Two')
  // The page stays, so that the held request can be observed.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
  await expect.poll(() => saves.at(-1)).toEqual({ brand: { chatName: 'Two' } })
  for (const release of held) await release()
  await expect.poll(async () => (await getStoredConfig(company)).brand.chatName).toBe('Two')
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

test('previews the real widget in every state, theme and device', async ({ page, product }) => {
  const { preview, ask, project } = await open(page, product)
  const log = preview.getByRole('log')
  const show = page.getByLabel('Show', { exact: true })
  await ask('POST', `/api/projects/${project.id}/faq`, { question: 'Do you ship?', answer: 'Yes, daily.' })
  await page.reload()
  await waitUntilIdle(page)

  await tab(page, 'Greetings').click()
  for (const [label, text] of [
    ['First visit', 'Good day'],
    ['Returning', 'Here again'],
    ['Offline', 'We are asleep'],
  ] as const) {
    await page.getByRole('textbox', { name: label }).fill(text)
    await expect(show.locator('option:checked')).toHaveText(label)
    await expect(log).toHaveText(text)
  }
  await expect(preview.getByText("We're away. Leave a message")).toBeVisible()

  await show.selectOption('FAQ')
  await expect(preview.getByText('Do you ship?')).toBeVisible()
  await show.selectOption('AI answer')
  await expect(log).toContainText('Yes, daily.')
  await expect(preview.getByText('AI', { exact: true })).toBeVisible()
  await expect(preview.getByText('Support Assistant')).toBeVisible()

  await tab(page, 'Pre-Chat Form').click()
  await page.getByRole('button', { name: 'Add field' }).click()
  await show.selectOption('Pre-chat')
  await expect(preview.getByRole('form', { name: 'Before we start' }).getByLabel('Your Name')).toBeVisible()
  await page.getByText('When an agent asks').click()
  await expect(preview.getByRole('form', { name: 'Could you share a few details?' })).toBeVisible()

  const canvas = () =>
    preview.locator('.panel').evaluate((node) => getComputedStyle(node.parentElement!).backgroundColor)
  expect(await canvas()).toBe('rgb(255, 255, 255)')
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(canvas).toBe('rgb(20, 28, 36)')
  await expect(preview.locator('.launcher')).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Device' }).getByText('Phone').click()
  await expect(preview.locator('.launcher')).toBeHidden()
  await preview.getByRole('button', { name: 'Close chat' }).click()
  await expect(preview.locator('.launcher')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCSS('width', '398px')
})

test('isolates the preview from the console', async ({ page, product }) => {
  await open(page, product)
  const frame = page.frames().find((one) => one.url().endsWith('/widgets/preview'))
  const reached = await frame?.evaluate(() => {
    const read = (look: () => unknown) => {
      try {
        return String(look())
      } catch (error) {
        return (error as Error).name
      }
    }
    return [read(() => localStorage.length), read(() => parent.document.title), read(() => origin)]
  })
  expect(reached).toEqual(['SecurityError', 'SecurityError', 'null'])
})

test('previews either theme independently of the system theme', async ({ browser, product }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await (await browser.newContext({ colorScheme })).newPage()
    const { preview } = await open(page, product)
    const scheme = () => preview.locator('html').evaluate((node) => getComputedStyle(node).colorScheme)
    expect(await scheme()).toBe(colorScheme)
    await page.getByText(colorScheme === 'light' ? 'Dark' : 'Light', { exact: true }).click()
    await expect.poll(scheme).toBe(colorScheme === 'light' ? 'dark' : 'light')
    await page.context().close()
  }
})

test('plays a selected animation as often as for visitors', async ({ page, product }) => {
  const { preview } = await open(page, product)
  await tab(page, 'Chat Icon').click()
  for (const [name, times] of [
    ['pulse', 3],
    ['bounce', 4],
    ['shake', 5],
  ] as const) {
    await page.getByRole('radio', { name }).check({ force: true })
    const played = preview
      .locator('.launcher')
      .evaluate((node) =>
        node
          .getAnimations()
          .map((one) => [(one as CSSAnimation).animationName, one.effect?.getTiming().iterations]),
      )
    expect(await played).toEqual([[name, times]])
    const card = await page
      .locator('[data-plays="true"]')
      .evaluate((node) => node.getAnimations().map((one) => one.effect?.getTiming().iterations))
    expect(card).toEqual([times])
  }
  await expect(preview.locator('.launcher')).toHaveCSS('background-color', 'rgb(44, 138, 197)')
})

test('shows the contrast and fixes it with the nearest readable shade', async ({ page, product }) => {
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

test('undoes edits one by one with Mod+Z and the button', async ({ page, product }) => {
  const company = await open(page, product)
  const name = page.getByLabel('Chat name')
  const before = await name.inputValue()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  await name.fill('Another name')
  await tab(page, 'Behavior').click()
  await page.getByRole('switch', { name: 'Show tooltip' }).click({ force: true })
  await page.getByRole('slider').fill('30')
  await expect(page.getByRole('textbox', { name: 'Auto-open delay' })).toHaveValue('30')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('textbox', { name: 'Auto-open delay' })).toHaveValue('0')
  await expect(page.getByText('Undone: Auto-open delay')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('switch', { name: 'Show tooltip' })).not.toBeChecked()
  await tab(page, 'Branding').click()
  await name.focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(name).toHaveValue(before)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  await waitUntilIdle(page)
  expect(await getStoredConfig(company)).toMatchObject({
    brand: { chatName: before },
    behavior: { showTooltip: false, autoOpenDelay: 0 },
  })
})

test('Mod+Z undoes either the last action or the last edit, not both', async ({ page, product }) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  // The notification stays until the end of the test.
  await page.clock.install()
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  await expect(page.getByRole('log')).toContainText('How many days')
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.keyboard.press('a')
  const notification = page.getByText('Assigned to you', { exact: true })
  await expect(notification).toBeVisible()
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Open project' }).click()
  const name = page.getByLabel('Chat name')
  await expect(async () => {
    await page.clock.runFor(200)
    await expect(name).toBeVisible({ timeout: 1000 })
  }).toPass()
  const before = await name.inputValue()
  await name.fill('Another name')
  await name.blur()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notification).toBeHidden()
  await expect(name).toHaveValue('Another name')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(name).toHaveValue(before)
})

test('edits pre-chat fields by keyboard', async ({ page, product }) => {
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

test('gives a new project the minimal template and the on_start pre-chat mode', async ({ page, product }) => {
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

test('reaches the knowledge in one click, at a desk and on a phone', async ({ page, product }) => {
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

test('shows loading and failed states', async ({ page, product }) => {
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

test('reverts a failed FAQ switch and offers a retry without error text', async ({ page, product }) => {
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

test('keeps edits while offline and saves them after reconnecting', async ({ page, product, context }) => {
  const company = await open(page, product)
  await context.setOffline(true)
  await page.getByLabel('Chat name').fill('Written offline')
  await expect(page.getByText('Failed to save changes')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await getStoredConfig(company)).brand.chatName).toBe('Written offline')
})

test('shows Edit or Preview on phones and keeps both mounted', async ({ page, product }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const { preview } = await open(page, product)
  await expect(page.locator('iframe')).toBeHidden()
  await page.getByLabel('Chat name').fill('On a phone')
  await page.getByText('Preview', { exact: true }).first().click()
  await expect(page.getByText('Loading preview…')).toBeHidden()
  await expect(preview.getByRole('heading', { name: 'On a phone' })).toBeVisible()
  await expect(page.getByLabel('Chat name')).toBeHidden()
  await expect(preview.getByRole('button', { name: 'Close chat' }).first()).toBeInViewport()
  await page.setViewportSize({ width: 375, height: 667 })
  await page.getByText('Edit', { exact: true }).click()
  await page.getByText('Preview', { exact: true }).first().click()
  await expect(page.locator('iframe')).toBeInViewport({ ratio: 1 })
  await page.getByText('Edit', { exact: true }).click()
  await expect(page.getByLabel('Chat name')).toHaveValue('On a phone')
})

for (const { width, height } of sizes) {
  test(`every tab and state is accessible at ${width} px in both themes`, async ({ browser, product }) => {
    test.setTimeout(120_000)
    const context = await browser.newContext({ viewport: { width, height } })
    const page = await context.newPage()
    await open(page, product)
    for (const name of ['Branding', 'Greetings', 'Chat Icon', 'Behavior', 'Pre-Chat Form', 'FAQ']) {
      await tab(page, name).click()
      if (name === 'Pre-Chat Form') await page.getByRole('button', { name: 'Add field' }).click()
      await checkAccessibility(page, name)
    }
    if (width < 768) await page.getByText('Preview', { exact: true }).first().click()
    for (const theme of ['Light', 'Dark']) {
      await page.getByText(theme, { exact: true }).click()
      for (const state of ['Pre-chat', 'FAQ', 'AI answer']) {
        await page.getByLabel('Show', { exact: true }).selectOption(state)
        await checkAccessibility(page, `${theme} ${state}`, { withFrames: true })
      }
    }
    await context.close()
  })
}
