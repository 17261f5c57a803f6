import { expect } from '@playwright/test'
import { newEmail } from '../../server/test/kit/client.ts'
import { respondWithError, signUp, test } from '../kit/staff.ts'

const signup = '**/api/auth/signup'

test('explains the requirements of every field', async ({ page }) => {
  await page.goto('/signup')
  await expect(page).toHaveTitle('Create your account · AI Chat Platform')
  await expect(page.getByLabel('Company name')).toBeFocused()
  await expect(page.getByText('At least 6 characters')).toBeVisible()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please fill in all required fields')
  for (const text of [
    'Company name is required',
    'Your name is required',
    'Please enter a valid email address',
    'Password is required',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await page.getByLabel('Company name').fill('  ')
  await expect(page.getByText('Company name is required')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('123456')
  await expect(page.getByText('Password must be at least 6 characters')).toBeHidden()
})

test("shows the server's error, or a fallback", async ({ page, product }) => {
  const { data } = await signUp(product.url)
  await page.goto('/signup')
  await page.getByLabel('Company name').fill('Example Company')
  await page.getByLabel('Your name').fill('Sample Agent')
  await page.getByLabel('Email').fill(data.user.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText('An account with this email already exists')
  await page.route(signup, respondWithError())
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText('Signup failed. Please try again.')
  await page.unroute(signup)
  await page.route(signup, (route) => route.abort())
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText('Signup failed. Please try again.')
  await expect(page.getByLabel('Email')).toHaveValue(data.user.email)
})

test('signs up by keyboard and opens the dashboard', async ({ page, product }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Company name')).toBeFocused()
  const email = newEmail('staff')
  for (const text of ['Example Company', 'Sample Agent', email, 'correct horse']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(`${product.url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Sample Agent')
  await page.goto('/signup')
  await expect(page).toHaveURL(`${product.url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Sample Agent')

  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Sample Agent')
})
