import { expect } from '@playwright/test'
import { signIn, startCompany } from './company.ts'
import { test } from './staff.ts'

test('the tools of the composer need no scrolling, and each can be found where its words have no room', async ({
  page,
  product: { url },
}) => {
  test.setTimeout(90_000)
  const company = await startCompany(url)
  await signIn(page, url, company)
  await page.goto(`${url}/chats?session=${company.sessionId}`)
  const tools = page.getByTestId('tools')
  const assistant = page.getByRole('switch', { name: 'Writing Assistant', exact: true })
  const overflow = () => tools.evaluate((box) => box.scrollWidth - box.clientWidth)
  const isShown = (words: string) =>
    tools.getByText(words, { exact: true }).evaluate((shown) => shown.clientWidth > 10)
  const names = ['Send form', 'Smart reply', 'Suggest answer', 'Private note']
  const toggle = () => page.locator('label').filter({ has: assistant }).click()

  async function expectAll(more: string[] = []) {
    expect(await overflow()).toBeLessThanOrEqual(0)
    for (const name of [...names, ...more])
      await expect(tools.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  }

  await expectAll()
  expect(await isShown('Private note')).toBe(true)
  await toggle()
  await expectAll(['Preview'])
  expect([await isShown('Send form'), await isShown('Private note')]).toEqual([true, false])

  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Visitor details' }).click()
  await expect(page.getByRole('complementary', { name: 'Visitor details' })).toBeVisible()
  await expectAll(['Preview'])
  expect(await isShown('Send form')).toBe(false)
  await tools.getByRole('button', { name: 'Private note' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Private note' })).toBeVisible()
  await toggle()
  await expectAll()

  await page.setViewportSize({ width: 375, height: 812 })
  await expectAll()
})
