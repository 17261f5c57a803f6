import { expect } from '@playwright/test'
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

test('saves a second after the last edit and shows "Saved" for two seconds', { tag: '@full' }, async ({
  page,
  product,
}) => {
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

test('saves edits made during a save afterwards', { tag: '@full' }, async ({ page, product }) => {
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

test('saves pending edits when leaving by a link or closing the page', { tag: '@full' }, async ({
  page,
  product,
}) => {
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

test('asks before leaving after a failed save', { tag: '@full' }, async ({ page, product }) => {
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

test('shows a save that failed after leaving, with a retry', { tag: '@full' }, async ({ page, product }) => {
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

test('saves the last edits of a closing page without waiting for a running save', { tag: '@full' }, async ({
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
  // One after the other, as a browser sends them.
  const getStoredName = async () => (await getStoredConfig(company)).brand.chatName
  await held[0]?.()
  await expect.poll(getStoredName).toBe('One')
  await held[1]?.()
  await expect.poll(getStoredName).toBe('Two')
})

test('undoes edits one by one with Mod+Z and the button', { tag: '@full' }, async ({ page, product }) => {
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

test('Mod+Z undoes either the last action or the last edit, not both', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  // The notification stays until the end of the test.
  await page.clock.install()
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  await expect(page.getByRole('log')).toContainText('How many days')
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.keyboard.press('a')
  const notification = page.getByText(/assigned to you$/)
  await expect(notification).toBeVisible()
  await page
    .getByRole('complementary', { name: 'Visitor details' })
    .getByRole('link', { name: company.project.name })
    .click()
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

test('keeps edits while offline and saves them after reconnecting', { tag: '@full' }, async ({
  page,
  product,
  context,
}) => {
  const company = await open(page, product)
  await context.setOffline(true)
  await page.getByLabel('Chat name').fill('Written offline')
  await expect(page.getByText('Failed to save changes')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await getStoredConfig(company)).brand.chatName).toBe('Written offline')
})
