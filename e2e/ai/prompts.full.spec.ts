import { expect } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

test('edits a prompt and offers to reset it', async ({ browser, product }) => {
  const company = await startCompany(product.url)
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/dashboard`)
  await page.getByRole('link', { name: 'Prompts' }).click()
  await expect(page).toHaveURL(/\/superadmin\/prompts/)
  const editor = page.getByRole('main').getByRole('textbox').filter({ hasText: '{agentName}' })
  await editor.fill('You are {agentName} and {unknown}.')
  await expect(page.getByText(/\{unknown\} is not a variable/)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Reset to default' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('You are {agentName} and {unknown}.').first()).toBeVisible()
})
