import { expect } from '@playwright/test'
import { checkAccessibility, sizes } from '../kit/accessibility.ts'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

test('adds a webhook, sends a test event and resends it', async ({ browser, product, website }) => {
  website.pages['/hooks'] = 'Thank you'
  const company = await startCompany(product.url)
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/settings/webhooks`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByLabel('Endpoint URL').fill('http://127.0.0.1/hooks')
  await dialog.getByLabel('message.created').check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('The address is not on the public web.')).toBeVisible()
  await dialog.getByLabel('Endpoint URL').fill(`${website.url}/hooks`)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('webhook.test')).toBeVisible()
  await expect(page.getByText('1 attempt · HTTP 200')).toBeVisible()
  await expect(page.getByText('Thank you')).toBeVisible()
  await page.getByRole('button', { name: /^Resend webhook.test/ }).click()
  await expect(page.getByText('webhook.test')).toHaveCount(2)
  await expect(page.getByText('1 attempt · HTTP 200')).toHaveCount(2)
  delete website.pages['/hooks']
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('1 attempt · HTTP 404')).toBeVisible()
  await expect(page.getByText('1 pending delivery, created just now')).toBeVisible()
  website.pages['/hooks'] = 'Thank you'
  // The first retry follows after five seconds.
  await expect(page.getByText('2 attempts · HTTP 200')).toBeVisible()
  await expect(page.getByText('pending delivery')).toBeHidden()
  await page.setViewportSize(sizes[1])
  await checkAccessibility(page, 'webhooks')
})
