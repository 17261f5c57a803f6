import { expect, type Page } from '@playwright/test'
import { signIn } from '../kit/company.ts'
import { respondWithError, signUp, test } from '../kit/staff.ts'

const login = '**/api/auth/login'

test('shows missing input above the form and at the fields', { tag: '@full' }, async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('Sign in · AI Chat Platform')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please fill in all required fields')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Email').fill('agent@example.com')
  await expect(page.getByText('Please enter a valid email address')).toBeHidden()
})

test("shows and focuses the server's error, or a fallback", { tag: '@full' }, async ({ page }) => {
  await page.goto('/login')
  await fill(page, 'unknown@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(page.getByRole('alert')).toBeFocused()
  for (const broken of [
    respondWithError(),
    (route: Parameters<ReturnType<typeof respondWithError>>[0]) => route.abort(),
  ]) {
    await page.route(login, broken)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.')
    await expect(page).toHaveURL(/\/login$/)
    await page.unroute(login)
  }
})

test('prevents edits and a second submit while the request is running', { tag: '@full' }, async ({
  page,
}) => {
  let sent = 0
  let answer = () => undefined as unknown
  await page.route(login, async (route) => {
    sent += 1
    await new Promise((resolve) => {
      answer = () => resolve(null)
    })
    await route.continue()
  })
  await page.goto('/login')
  await fill(page, 'unknown@example.com')
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: 'Sign in' })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await page.keyboard.press('Enter')
  await button.click({ force: true })
  answer()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  expect(sent).toBe(1)
})

test('signs in by keyboard and returns to the requested URL', async ({ page, product }) => {
  const { data } = await signUp(product.url)
  await page.goto('/projects?show=live')
  await expect(page).toHaveURL(`${product.url}/login?returnUrl=${encodeURIComponent('/projects?show=live')}`)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(data.user.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct horse')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${product.url}/projects?show=live`)
  expect(await storedKeys(page)).toEqual(['accessToken', 'company', 'refreshToken', 'user'])
  await page.goto('/login?returnUrl=%2Fusers')
  await expect(page).toHaveURL(`${product.url}/users`)
})

test('does not redirect to another site', { tag: '@full' }, async ({ page, product }) => {
  const { data } = await signUp(product.url)
  for (const address of ['//example.org/', 'https://example.org/', '/\\example.org']) {
    await page.goto(`/login?returnUrl=${encodeURIComponent(address)}`)
    await fill(page, data.user.email)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${product.url}/dashboard`)
    await page.evaluate(() => localStorage.clear())
  }
})

test('explains an expired session, and signs out in every tab', { tag: '@full' }, async ({
  page,
  context,
  product,
}) => {
  const account = await signUp(product.url)
  await signIn(page, product.url, {
    ...account,
    tokens: { accessToken: 'spent', refreshToken: 'spent' },
  })
  await page.goto('/projects')
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Fprojects$/)
  await expect(page.getByText('Your session has expired. Sign in to continue.')).toBeVisible()

  await signIn(page, product.url, account)
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto(`${product.url}/users`)
  await expect(other.getByRole('heading', { name: 'Users' })).toBeVisible()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${product.url}/login`)
  await expect(other).toHaveURL(/\/login/)
  expect(await storedKeys(page)).toEqual([])
})

test('stays signed in while tokens cannot be refreshed', { tag: '@full' }, async ({ page, product }) => {
  const account = await signUp(product.url)
  await signIn(page, product.url, { ...account, tokens: { ...account.tokens, accessToken: 'spent' } })
  await page.route('**/api/auth/refresh-token', (route) =>
    route.fulfill({ status: 500, body: 'Bad gateway' }),
  )
  await page.goto('/projects')
  await expect(page.getByText('Failed to load projects')).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/projects`)
  expect(await storedKeys(page)).toHaveLength(4)
  await page.unroute('**/api/auth/refresh-token')
  await page
    .getByRole('button', { name: /retry|try again/i })
    .first()
    .click()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('follows a link on the first click despite empty fields', { tag: '@full' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Password', { exact: true }).click()
  const link = await page.getByRole('link', { name: 'Create an account' }).boundingBox()
  await page.mouse.move(link!.x + 10, link!.y + 5)
  await page.mouse.down()
  // An error message would shift the link in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await page.mouse.up()
  await expect(page).toHaveURL(/\/signup$/)
})

test('explains that a password cannot be reset where no mail is sent', { tag: '@full' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByText("Password reset by email isn't set up here.")).toBeVisible()
  await expect(page.getByText('Ask an Owner or Admin of your company for help.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
})

async function fill(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
}

function storedKeys(page: Page) {
  const ours = ['accessToken', 'company', 'refreshToken', 'user']
  return page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), ours)
}
