import { expect, type Page } from '@playwright/test'
import { signIn, startCompany, startConversation } from './kit/company.ts'
import { test } from './kit/product.ts'

/** The labels of the filled buttons and links on the screen. */
function primaryActions(page: Page) {
  return page.locator('main').locator('a.bg-accent:visible, button.bg-accent:visible')
}

test('a screen has at most one primary action', async ({ page, product: { url } }) => {
  const company = await startCompany(url)
  const { ask, project } = company
  const api = `/api/projects/${project.id}`
  await Promise.all(
    ['Do you sell gift cards?', 'Which submarine is yellow?'].map((question) =>
      startConversation(url, project.publicKey, question),
    ),
  )
  await expect
    .poll(async () => (await ask('GET', `${api}/answer-tests/questions`)).questions.length, {
      timeout: 60_000,
    })
    .toBe(2)
  await signIn(page, url, company)

  await page.goto(`${url}/projects/${project.id}?tab=agents`)
  await expect(page.getByRole('button', { name: 'Write an answer' })).toHaveCount(2)
  await expect(primaryActions(page)).toHaveCount(0)
  await page.goto(`${url}/projects/${project.id}/publish`)
  await expect(page.getByRole('button', { name: 'Copy Code' })).toBeVisible()
  await expect(primaryActions(page)).toHaveText(['Copy Code'])

  await ask('PATCH', `/api/widget/${project.widgetConfigId}`, { brand: { chatName: 'Help' } })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Copy Code' })).toBeVisible()
  await expect(primaryActions(page)).toHaveText(['Publish changes'])

  await ask('POST', `${api}/answer-tests`, {
    question: 'How many days do I have to return an item?',
    mustContain: ['30 days'],
    mustCite: null,
    mustHandOver: false,
  })
  const [item] = await ask('GET', `${api}/agent/kb`)
  await ask('PATCH', `${api}/agent/kb/${item.id}`, { content: 'You may return any item within 14 days.' })
  await expect.poll(async () => (await ask('GET', `${api}/answers`)).status).toBe('held')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Held changes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy Code' })).toBeVisible()
  await expect(primaryActions(page)).toHaveText(['Publish changes'])
})
