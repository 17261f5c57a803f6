import { expect } from '@playwright/test'
import { signIn, startCompany, startConversation } from '../kit/company.ts'
import { respondWithError, test } from '../kit/staff.ts'

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
    /^analytics dashboard.*Available/,
    /^email verification.*Available/,
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
  await page.getByRole('link', { name: 'Create project' }).first().click()
  await expect(page).toHaveURL(/\/projects\/new$/)

  const { id, widgetConfigId } = await staff.ask('POST', '/api/projects', { name: 'Example Shop' })
  await staff.ask('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' } })
  const item = await staff.ask('POST', `/api/projects/${id}/agent/kb`, {
    type: 'manual',
    content: 'We sell tents.',
  })
  for (const question of ['One?', 'Two?', 'Three?']) {
    await staff.ask('POST', `/api/projects/${id}/faq`, { question, answer: 'Yes.' })
  }
  await page.goto('/dashboard')
  const done = page.getByRole('listitem').filter({ hasText: '(done)' })
  await expect(done).toHaveText([/^Create a project/])
  await expect(page.getByText("Your AI assistant doesn't use your knowledge yet.")).toBeVisible()
  await page.getByRole('button', { name: 'Let the AI assistant use it' }).click()
  await expect(done).toHaveText([/^Create a project/, /^Teach your AI assistant/])
  expect((await staff.ask('GET', `/api/projects/${id}/agent/kb`))[0]).toMatchObject({
    id: item.id,
    status: 'embedded',
  })
  const faqs = page.getByRole('listitem').filter({ hasText: 'FAQs hidden from visitors' })
  await faqs.getByRole('button', { name: 'Show' }).click()
  await expect(done.filter({ hasText: 'Write three FAQs' })).toBeVisible()
  await expect.poll(() => staff.ask('GET', `/api/projects/${id}`)).toMatchObject({ faqEnabled: true })
  await staff.ask('PUT', `/api/projects/${id}`, { name: 'Example Boats' })
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Make it yours' })).not.toContainText('(done)')
  await staff.ask('PATCH', `/api/widget/${widgetConfigId}`, { brand: { primaryColor: '#b02a37' } })
  await page.reload()
  await expect(done.filter({ hasText: 'Make it yours' })).toBeVisible()
  await expect(page.getByText('2 of 6')).toBeVisible()

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
  const ask = company.get
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
  const { ask, project } = company
  await expect.poll(async () => (await ask('GET', '/api/sessions')).sessions[0].lastMessageIsAi).toBe(true)
  await ask('PATCH', `/api/widget/${project.widgetConfigId}`, { agent: { autoReply: false } })
  await ask('POST', `/api/projects/${project.id}/publish`)
  const sessionId = await startConversation(product.url, project.publicKey, 'Is anyone there?')
  await signIn(page, product.url, company)
  await page.goto('/dashboard')
  const waiting = page.getByRole('list', { name: 'Waiting conversations' })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await expect(waiting).toContainText('Is anyone there?')
  const read = page.waitForResponse(/\/read$/)
  await waiting.getByRole('link', { name: /Guest Visitor/ }).click()
  await expect(page).toHaveURL(`${product.url}/chats?session=${sessionId}`)
  await expect(page.getByRole('log', { name: 'Transcript' })).toBeVisible()
  await read
  // It still waits after it was read.
  await page.goto('/dashboard')
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  await ask('POST', `/api/sessions/${sessionId}/messages`, { text: 'Yes.', clientId: 'a1' })
  await expect(page.getByText("You're all caught up.")).toBeVisible()
})

test('shows no error text when conversations fail to load, and offers a retry', async ({ page, staff }) => {
  expect(staff.data.user.role).toBe('Owner')
  await page.route('**/api/sessions?*', respondWithError('Not for the screen'))
  await page.goto('/dashboard')
  const waiting = page.getByRole('region', { name: 'Waiting for a reply' })
  await expect(waiting.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByText('Not for the screen')).toBeHidden()
  // Reconnecting also retries failed requests, which must not happen during the test.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.unroute('**/api/sessions?*')
  await waiting.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText("You're all caught up.")).toBeVisible()
})
