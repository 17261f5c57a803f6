import { expect, type Page } from '@playwright/test'
import { signIn, startCompany } from './kit/company.ts'
import { test } from './kit/staff.ts'

/** Opens a page whose script loads when the returned function is called. */
async function openWithoutScript(page: Page, url: string) {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  return release
}

const startup = (page: Page) => page.locator('#startup')

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 375, height: 740 },
])
  test(`paints the sign-in page before its script, at the same place, at ${viewport.width} px`, async ({
    page,
    product: { url },
  }) => {
    await startCompany(url)
    await page.setViewportSize(viewport)
    const release = await openWithoutScript(page, `${url}/login`)
    const heading = startup(page).getByText('Sign in', { exact: true })
    await expect(heading.first()).toBeVisible()
    const frame = await Promise.all([
      heading.first().boundingBox(),
      startup(page).locator('.field').first().boundingBox(),
      heading.last().boundingBox(),
    ])
    release()
    await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
    await expect(startup(page)).toHaveCount(0)
    const screen = await Promise.all([
      page.getByRole('heading', { name: 'Sign in' }).boundingBox(),
      page.getByLabel('Email').boundingBox(),
      page.getByRole('button', { name: 'Sign in' }).boundingBox(),
    ])
    expect(screen).toEqual(frame)
  })

test('paints the sidebar and top bar of a signed-in user before the script', async ({
  page,
  product: { url },
}) => {
  const company = await startCompany(url)
  await signIn(page, url, company)
  const release = await openWithoutScript(page, `${url}/users`)
  const brand = startup(page).getByText('AI Chat Platform', { exact: true }).first()
  await expect(brand).toBeVisible()
  // Its width depends on whether the font has loaded.
  const before = { ...(await brand.boundingBox()), width: undefined }
  await expect(startup(page).getByText('Sign in')).toHaveCount(2)
  await expect(startup(page).getByText('Sign in').first()).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await expect(startup(page)).toHaveCount(0)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const after = await sidebar.getByText('AI Chat Platform').boundingBox()
  expect({ ...after, width: undefined }).toEqual(before)
})

test('says so when the script cannot be loaded', async ({ page, product: { url } }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${url}/login`)
  await expect(startup(page).getByRole('alert')).toHaveText(/couldn't be loaded/)
  await expect(startup(page).getByText('Sign in').first()).toBeHidden()
})
