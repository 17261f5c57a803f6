import { expect, type Page } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

/** The inspection starts ten seconds after the last change, and is polled for every five seconds. */
const inspectionMs = 60_000

async function addText(page: Page, text: string) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add Knowledge Source' }).click()
  await dialog.getByLabel('Text').fill(text)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('issues are shown side by side, dismissed, reopened, edited and disabled', async ({
  browser,
  product,
}) => {
  test.setTimeout(180_000)
  const company = await startCompany(product.url)
  const console = await (await browser.newContext()).newPage()
  await signIn(console, product.url, company)
  await console.goto(`${product.url}/projects/${company.project.id}?tab=agents`)
  await addText(console, 'You can return a canoe within 30 days.')
  await addText(console, 'Canoes can be returned within 14 days.')
  await addText(console, 'Our spring sale is valid until 30 April 2021.')
  await console.getByRole('button', { name: 'Embed all' }).click()

  const entries = console.getByRole('list', { name: 'Issues' }).locator('> li')
  const contradiction = entries.filter({ hasText: 'Contradiction' })
  await expect(contradiction).toBeVisible({ timeout: inspectionMs })
  await expect(contradiction.locator('mark')).toHaveCount(2)
  await expect(contradiction.locator('mark').filter({ hasText: '14 days' })).toBeVisible()

  await contradiction.getByRole('button', { name: 'Not a problem' }).click()
  await expect(contradiction).toHaveCount(0)
  await console.getByLabel('Kind of issue').selectOption('dismissed')
  await contradiction.getByRole('button', { name: 'Reopen' }).click()
  await expect(contradiction).toHaveCount(0)
  await console.getByLabel('Kind of issue').selectOption('all')

  await contradiction.getByRole('button', { name: /^Edit Canoes/ }).click()
  const dialog = console.getByRole('dialog')
  await dialog.getByLabel('Text', { exact: true }).fill('Canoes can be returned within 30 days.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(contradiction).toHaveCount(0, { timeout: inspectionMs })

  const date = entries.filter({ hasText: 'Past date' })
  await date.getByRole('button', { name: /^Disable/ }).click()
  await expect(date).toHaveCount(0)
})
