import { expect } from '@playwright/test'
import { respondWithError, test } from '../kit/staff.ts'

test('shows load and save failures and asks before discarding edits', async ({ page, staff }) => {
  const project = await staff.ask('POST', '/api/projects', { name: 'Example Shop' })
  const profile = `**/api/projects/${project.id}/agent/profile`
  await page.route(profile, respondWithError())
  await page.goto(`/projects/${project.id}?tab=agents`)
  await expect(page.getByText('Failed to load agent profile')).toBeVisible()
  // Reconnecting also retries failed requests, which must not happen during the test.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.unroute(profile)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agent Profile' })
  await dialog.getByLabel('Company').fill('')
  await dialog.getByLabel('Agent name').fill('Shop Helper')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('You have unsaved changes.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await page.route(profile, respondWithError())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to save agent profile')
  await page.unroute(profile)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Shop Helper')).toBeVisible()
  await expect(page.getByText('Company:').locator('..')).toContainText('–')
})
