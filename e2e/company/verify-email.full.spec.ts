import { expect, type Page } from '@playwright/test'
import { decodeMail, test } from '../kit/mails.ts'

test.use({ moreSettings: { VERIFY_EMAIL: 'on', SIGNUP: 'invite' } })

async function signUp(page: Page, email: string) {
  await page.getByLabel('Company name').fill('Acme')
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create account' }).click()
}

test('creates the first company and its members after their addresses are confirmed, and no second company', async ({
  page,
  product,
  mails,
}) => {
  const email = 'ann@example.com'
  const links = () =>
    mails.flatMap((mail) => /http:\/\/localhost:\d+\/confirm-email#[\w-]+/.exec(decodeMail(mail))?.[0] ?? [])
  await page.goto(`${product.url}/login`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await signUp(page, email)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect.poll(() => links().length).toBe(1)
  await page.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByText('Email sent.')).toBeVisible()
  await expect.poll(() => links().length).toBe(2)

  await page.goto(links()[1] as string)
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('battery staple')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  const inviteUrl = await page.evaluate(async () => {
    const response = await fetch('/api/users/invitations', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      },
      body: JSON.stringify({ email: 'kim@example.com', role: 'Agent' }),
    })
    return (await response.json()).data.inviteUrl as string
  })
  await page.evaluate(() => localStorage.clear())
  await page.goto(inviteUrl)
  await page.getByLabel('Your name').fill('Kim')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect.poll(() => links().length).toBe(3)
  await page.goto(links()[2] as string)
  await page.getByLabel('Password', { exact: true }).fill('battery staple')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.evaluate(() => localStorage.clear())
  await page.goto(links()[0] as string)
  await page.getByLabel('Password', { exact: true }).fill('battery staple')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Sign-up is by invitation only.')).toBeVisible()
  await page.goto(`${product.url}/signup`)
  await expect(
    page.getByText('Sign-up is by invitation only. Ask your team for an invitation.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create account' })).toBeHidden()
  const settings = page.waitForResponse('**/api/auth/settings')
  await page.goto(`${product.url}/login`)
  await settings
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeHidden()
})
