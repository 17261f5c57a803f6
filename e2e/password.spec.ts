import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { startCompany } from './company.ts'
import { test as base } from './product.ts'

type Mail = { to: string; text: string }

/** A local mail server that stores the received emails. */
const test = base.extend<object, { mails: Mail[]; smtpUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture asks for
  mails: [async ({}, use) => use([]), { scope: 'worker' }],
  smtpUrl: [
    async ({ mails }, use) => {
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onData(stream, session, done) {
          let raw = ''
          stream.on('data', (part) => {
            raw += part
          })
          stream.on('end', () => {
            mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: raw })
            done()
          })
        },
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
      server.close()
    },
    { scope: 'worker' },
  ],
  environment: [({ smtpUrl }, use) => use({ SMTP_URL: smtpUrl }), { scope: 'worker' }],
})

test('resets a forgotten password with a single-use link', async ({ page, product, mails }) => {
  const { data } = await startCompany(product.url)
  const { email } = data.user
  await page.goto(`${product.url}/login`)
  await page.getByRole('link', { name: /Forgot/ }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText("we've sent a reset link")).toBeVisible()
  await expect.poll(() => mails.find((mail) => mail.to === email)?.text).toBeTruthy()

  // Quoted-printable ends wrapped lines with =, and encodes = as =3D.
  const text = (mails[0]?.text ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=')
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
