import { expect } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

const question = 'How many days do I have to return an item?'

test('an owner tries the AI on unpublished knowledge, and nothing reaches the inbox', async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  const { id } = company.project
  const item = await company.ask('POST', `/api/projects/${id}/agent/kb`, {
    type: 'manual',
    content: '# Returns\nYou may return any item within 30 days of delivery.',
  })
  await company.ask('PATCH', `/api/projects/${id}/agent/kb/${item.id}/embedded`)
  const { total } = await company.ask('GET', '/api/sessions')
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${id}?tab=agents`)
  await page.getByRole('button', { name: 'Try it' }).click()
  const drawer = page.getByRole('dialog', { name: 'Try it' })
  const field = drawer.getByRole('textbox', { name: 'Question' })
  const conversation = drawer.getByRole('log')

  await test.step('answers with its source and explains itself', async () => {
    await expect(field).toBeFocused()
    await field.fill(question)
    await field.press('Enter')
    await expect(conversation).toContainText('30 days')
    await expect(drawer.getByRole('list', { name: 'Sources of this reply' })).toContainText('Returns')
    await drawer.getByRole('button', { name: 'Why this answer?' }).click()
    const passages = drawer.getByRole('region', { name: 'Passages' })
    await expect(passages).toContainText('Cited')
    await expect(passages).not.toContainText('combined')
    await drawer.getByRole('button', { name: 'Details' }).click()
    await expect(passages).toContainText('combined')
  })

  await test.step('shows what it cannot answer', async () => {
    await field.fill('Who won the chess championship?')
    await drawer.getByRole('button', { name: 'Ask' }).click()
    await expect(drawer.getByRole('button', { name: 'Why no answer?' })).toBeVisible()
  })

  await test.step('offers a retry after a failure', async () => {
    await page.route('**/test-chat', (route) => route.abort())
    await field.fill('Can I send it back?')
    await field.press('Enter')
    await expect(drawer.getByRole('alert')).toBeVisible()
    await page.unroute('**/test-chat')
    await drawer.getByRole('button', { name: 'Retry' }).click()
    await expect(drawer.getByRole('alert')).toBeHidden()
    await expect(drawer.getByTestId('typing')).toBeHidden()
  })

  await test.step('lasts while the screen is open, and can start over', async () => {
    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect(conversation).toContainText('30 days')
    await drawer.getByRole('button', { name: 'Start over' }).click()
    await expect(conversation).toBeHidden()
  })
  expect((await company.ask('GET', '/api/sessions')).total).toBe(total)
})

test('proposes questions when the knowledge has been embedded meanwhile', { tag: '@full' }, async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  const knowledge = `/api/projects/${company.project.id}/agent/kb`
  const content = '# Returns\nYou may return any item within 30 days of delivery.'
  const item = await company.ask('POST', knowledge, { type: 'manual', content })
  await company.ask('PATCH', `${knowledge}/${item.id}/embedded`)
  let count = 0
  await page.route('**/test-chat/questions', (route) => {
    count += 1
    return count === 1 ? route.fulfill({ json: { data: { questions: [] } } }) : route.fallback()
  })
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${company.project.id}`)
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('list', { name: 'Example questions' })).toContainText('Returns')
})
