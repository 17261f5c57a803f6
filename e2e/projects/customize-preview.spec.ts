import { expect } from '@playwright/test'
import { open, tab, waitUntilIdle } from '../kit/customize-screen.ts'
import { test } from '../kit/product.ts'

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

test('previews the real widget in every state, theme and device', { tag: '@full' }, async ({
  page,
  product,
}) => {
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
  await expect(preview.getByText('Our AI assistant is online')).toBeVisible()

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
  await expect(page.locator('iframe')).toHaveCSS('width', '400px')
})

test('isolates the preview from the console', { tag: '@full' }, async ({ page, product }) => {
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

test('previews either theme independently of the system theme', { tag: '@full' }, async ({
  browser,
  product,
}) => {
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

test('plays a selected animation as often as for visitors', { tag: '@full' }, async ({ page, product }) => {
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

test('shows Edit or Preview on phones and keeps both mounted', { tag: '@full' }, async ({
  page,
  product,
}) => {
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
