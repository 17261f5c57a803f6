import { expect } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

test('invites a user, who joins and is signed out when disabled', async ({ browser, product }) => {
  const company = await startCompany(product.url)
  const owner = await (await browser.newContext()).newPage()
  await signIn(owner, product.url, company)
  await owner.goto(`${product.url}/users`)
  await owner.getByRole('button', { name: 'Invite' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Email').fill(`guest-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await owner.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toMatch(/\/invitations\/[\w-]{40,}$/)
  await owner.getByRole('button', { name: 'Done' }).click()

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await guest.getByLabel('Your name').fill('Second Agent')
  await guest.getByLabel('Password', { exact: true }).fill('correct horse')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest).toHaveURL(/\/dashboard$/)
  await guest.goto(`${product.url}/chats`)
  await expect(guest.getByText('Connected')).toBeVisible()

  await owner.reload()
  await expect(owner.getByText('Second Agent')).toBeVisible()
  await owner.getByRole('button', { name: 'Options for Second Agent' }).click()
  await owner.getByRole('menuitem', { name: 'Disable' }).click()
  // Their socket is closed immediately, and their token is no longer accepted.
  await expect(guest).toHaveURL(/\/login/)
})
