import { expect } from '@playwright/test'
import { callApi } from '../../server/src/ops/seed/api-client.ts'
import { checkAccessibility } from '../kit/accessibility.ts'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

test('creates, uses and revokes an API key', async ({ browser, product }) => {
  const company = await startCompany(product.url)
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/settings/api`)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Enter a name for the key')).toBeVisible()
  await dialog.getByLabel('Name').fill('Order desk')
  await dialog.getByLabel('sessions:read').check()
  await dialog.getByLabel('sessions:write').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  expect(key).toMatch(/^aichat_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`${key.slice(0, 15)}_…`)).toBeVisible()
  const messages = `/api/sessions/${company.sessionId}/messages`
  await callApi(product.url, 'POST', messages, {
    body: { text: 'Your parcel left today', clientId: '1' },
    token: key,
  })
  await checkAccessibility(page, 'API keys')
  await page.getByRole('button', { name: 'Revoke Order desk' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await expect(callApi(product.url, 'GET', messages, { token: key })).rejects.toThrow('401')
})
