import { expect } from '@playwright/test'
import { startCompany } from '../kit/company.ts'
import { decodeMail, type Mail, test } from '../kit/mails.ts'

test('resets a forgotten password with a single-use link', async ({ page, product, mails }) => {
  const { data } = await startCompany(product.url)
  const { email } = data.user
  await page.goto(`${product.url}/login`)
  await page.getByRole('link', { name: /Forgot/ }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText("we've sent a reset link")).toBeVisible()
  const find = () => mails.find((mail) => mail.to === email)
  await expect.poll(find).toBeTruthy()

  const text = decodeMail(find() as Mail)
  const link = /http:\/\/localhost:\d+\/reset-password\/[\w-]+/.exec(text)?.[0] as string
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a better horse')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password changed. Sign in with your new password.')).toBeVisible()

  await page.goto(`${product.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a better horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  // The link cannot be used again.
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a third horse')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})
