import { expect } from '@playwright/test'
import { respondWithError, test } from './staff.ts'

test('the same fields on a page of their own lead to Customise', async ({ page, staff }) => {
  await page.goto('/projects/new')
  await expect(page).toHaveTitle('New project · AI Chat Platform')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Project name is required')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('   ')
  await expect(page.getByText('Project name is required')).toBeVisible()
  await page.getByLabel('Name').fill(' Example Shop ')
  await page.getByLabel('Description').fill('Tents')
  await expect(page.getByText('5/200')).toBeVisible()
  await page.getByLabel('Website URL').fill('https://')
  await page.getByLabel('Website URL').press('Enter')
  await expect(page.getByText('Enter a full web address, like https://acme.com')).toBeVisible()
  await page.getByLabel('Website URL').fill('https://example.com')
  await page.getByLabel('Website URL').press('Enter')
  const [made] = await expect
    .poll(() => staff.ask('GET', '/api/projects'))
    .toHaveLength(1)
    .then(() => staff.ask('GET', '/api/projects'))
  expect(made.name).toBe('Example Shop')
  await expect(page).toHaveURL(new RegExp(`/projects/${made.id}/customize$`))
})

test('a failure is said on the page, and what was typed stays', async ({ page, staff }) => {
  expect(staff.data.company.name).toBe('Example Company')
  await page.goto('/projects/new')
  await page.getByLabel('Name').fill('Example Shop')
  for (const broken of [
    respondWithError(),
    (route: Parameters<ReturnType<typeof respondWithError>>[0]) => route.abort(),
  ]) {
    await page.route('**/api/projects', broken)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Failed to create project')
    await expect(page.getByLabel('Name')).toHaveValue('Example Shop')
    await page.unroute('**/api/projects')
  }
})

test('Cancel leaves at once; every other way out asks', async ({ page, staff }) => {
  expect(staff.data.user.role).toBe('Owner')
  await page.goto('/projects/new')
  await page.getByLabel('Name').fill('Example Shop')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You have unsaved changes.')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/projects\/new$/)
  await expect(page.getByLabel('Name')).toHaveValue('Example Shop')
  expect(
    await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))),
  ).toBe(true)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/projects/new')
  await page.getByLabel('Name').fill('Example Shop')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/projects$/)
  expect(await staff.ask('GET', '/api/projects')).toEqual([])
})
