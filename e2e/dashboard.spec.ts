import { expect } from '@playwright/test'
import { signIn, startCompany } from './company.ts'
import { createApiClient, respondWithError, test } from './staff.ts'

test('shows the user, the company and the upcoming features', async ({ page, staff }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveTitle('Dashboard · AI Chat Platform')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Sample Agent')
  const main = page.getByRole('main')
  await expect(main.getByText('Status').locator('..')).toContainText('Active')
  await expect(main.getByText('Role').locator('..')).toContainText(staff.data.user.role)
  await expect(main.getByText(staff.data.company.publicKey)).toBeVisible()
  await expect(main.getByText('Domain')).toBeHidden()
  const lines = main.getByRole('heading', { name: 'Coming Soon' }).locator('..').getByRole('listitem')
  await expect(lines).toHaveText([
    /^chat widget customization/,
    /^user management/,
    'analytics dashboard',
    'email verification',
    /^API integration tools.*Available/,
  ])
  await main.getByRole('link', { name: 'API integration tools' }).click()
  await expect(page).toHaveURL(/\/settings\/api$/)
  await page.goto('/dashboard')
  await main.getByRole('link', { name: 'user management' }).click()
  await expect(page).toHaveURL(/\/users$/)
  await staff.ask('PATCH', '/api/company', { domain: 'example.com' })
  await page.goto('/dashboard')
  await expect(main.getByText('Domain')).toBeVisible()
  await expect(main.getByText('example.com')).toBeVisible()
})

test('guides a new company through the setup steps', async ({ page, staff }) => {
  await page.goto('/dashboard')
  await expect(page.getByText('0 of 6')).toBeVisible()
  await page.getByRole('link', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/projects\/new$/)

  const project = await staff.ask('POST', '/api/projects', { name: 'Example Shop' })
  await page.goto('/dashboard')
  await expect(page.getByText('1 of 6')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add knowledge' })).toHaveAttribute(
    'href',
    `/projects/${project.id}?tab=agents`,
  )
  await staff.ask('POST', `/api/projects/${project.id}/agent/kb`, {
    type: 'manual',
    content: 'We sell tents.',
  })
  for (const question of ['One?', 'Two?', 'Three?']) {
    await staff.ask('POST', `/api/projects/${project.id}/faq`, { question, answer: 'Yes.' })
  }
  await page.reload()
  await expect(page.getByText('3 of 6')).toBeVisible()
  const done = page.getByRole('listitem').filter({ hasText: '(done)' })
  await expect(done).toHaveText([/^Create a project/, /^Teach your agent/, /^Write three FAQs/])

  await page.getByRole('button', { name: 'Collapse', exact: true }).click()
  await expect(page.getByText('Make it yours')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand', exact: true })).toBeVisible()
  await expect(page.getByText('Make it yours')).toBeHidden()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('Go live with your first AI answer')).toBeHidden()
  await page.reload()
  await expect(page.getByText('Company details')).toBeVisible()
  await expect(page.getByText('Go live with your first AI answer')).toBeHidden()
})

test('shows once that setup is complete', async ({ page, product }) => {
  const company = await startCompany(product.url)
  const ask = createApiClient(product.url, company)
  for (const question of ['One?', 'Two?', 'Three?']) {
    await ask('POST', `/api/projects/${company.project.id}/faq`, { question, answer: 'Yes.' })
  }
  await signIn(page, product.url, company)
  await page.goto('/dashboard')
  await expect(page.getByText('Your widget is live')).toBeVisible()
  await page.getByRole('link', { name: 'Projects' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('Company details')).toBeVisible()
  await expect(page.getByText('Your widget is live')).toBeHidden()
})

test('opens a waiting conversation with one click', async ({ page, product }) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto('/dashboard')
  const waiting = page.getByRole('list', { name: 'Unread conversations' })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  const read = page.waitForResponse(/\/read$/)
  await waiting.getByRole('link', { name: /Guest Visitor/ }).click()
  await expect(page).toHaveURL(`${product.url}/chats?session=${company.sessionId}`)
  await expect(page.getByRole('log', { name: 'Transcript' })).toBeVisible()
  await read
  await page.goto('/dashboard')
  await expect(page.getByText("You're all caught up.")).toBeVisible()
})

test('shows no error text when conversations fail to load, and offers a retry', async ({ page, staff }) => {
  expect(staff.data.user.role).toBe('Owner')
  await page.route('**/api/sessions?*', respondWithError('Not for the screen'))
  await page.goto('/dashboard')
  const waiting = page.getByRole('heading', { name: 'Waiting for a reply' }).locator('..')
  await expect(waiting.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByText('Not for the screen')).toBeHidden()
  // Reconnecting also retries failed requests, which must not happen during the test.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.unroute('**/api/sessions?*')
  await waiting.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText("You're all caught up.")).toBeVisible()
})
