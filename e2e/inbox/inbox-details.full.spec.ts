import { expect } from '@playwright/test'
import { signIn, startCompany, startConversation } from '../kit/company.ts'
import { test } from '../kit/product.ts'

test('"Mark as unread" keeps the filters of the list', async ({ page, product }) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  const { id } = company.project
  await page.goto(`${product.url}/chats?session=${company.sessionId}&assigned=none&project=${id}`)
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('How many days')
  const row = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Mark as unread' }).click()
  await expect(page).not.toHaveURL(/session=/)
  await expect(page).toHaveURL(/assigned=none/)
  await expect(page).toHaveURL(new RegExp(`project=${id}`))
})

test('unread conversations are bold, except those that the AI has answered', async ({ page, product }) => {
  const company = await startCompany(product.url)
  const { sessionId, project } = company
  await expect
    .poll(async () => (await company.ask('GET', '/api/sessions')).sessions[0].lastMessageIsAi)
    .toBe(true)
  const waiting = await startConversation(product.url, project.publicKey, 'I want to talk to a person.')
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats`)
  const weightOf = (id: string) =>
    page
      .locator(`a[href*="${id}"]`)
      .getByText('Guest Visitor')
      .evaluate((name) => getComputedStyle(name).fontWeight)
  await expect.poll(() => weightOf(waiting)).toBe('550')
  expect(await weightOf(sessionId)).toBe('400')
})

test('the menu of a row opens beside its button', async ({ page, product }) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats`)
  const row = page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem').first()
  await row.hover()
  const button = row.getByRole('button', { name: /^Options for/ })
  const place = await button.boundingBox()
  await button.click()
  const menu = page.getByRole('menu', { name: /^Options for/ })
  // Until its animation has ended.
  await expect
    .poll(async () => Math.abs(((await menu.boundingBox())?.y ?? 0) - (place?.y ?? 0)), { timeout: 5000 })
    .toBeLessThan(60)
  const box = await menu.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((place?.x ?? 0) + 60)
  expect(box?.x).toBeGreaterThan((place?.x ?? 0) - 260)
})

test('a file that is dropped on a conversation does not go to the visitor while a note is open', async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  const drop = async () => {
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['secret'], 'prices.txt', { type: 'text/plain' }))
      return transfer
    })
    await page.getByRole('log', { name: 'Transcript' }).dispatchEvent('drop', { dataTransfer })
  }
  await page.getByRole('tab', { name: 'Note' }).click()
  await expect(page.getByRole('region', { name: 'Private note' })).toBeVisible()
  await drop()
  await expect(page.getByText("Notes can't have files. Switch to Reply to attach them.")).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(page.getByText('prices.txt')).toHaveCount(0)
  await drop()
  await expect(page.getByText('prices.txt').first()).toBeVisible()
})

test('an inbox without conversations does not ask to select one', async ({ page, product }) => {
  const company = await startCompany(product.url)
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats`)
  await expect(page.getByText('Select a conversation')).toBeVisible()
  await company.ask('PATCH', `/api/sessions/${company.sessionId}/status`, { status: 'closed' })
  await expect(page.getByText('No active conversations')).toBeVisible()
  await expect(page.getByText('No conversations yet')).toHaveCount(0)
  await page.goto(`${product.url}/chats?status=archived`)
  await expect(page.getByText('No archived conversations')).toBeVisible()
  await expect(page.getByText('Select a conversation')).toHaveCount(0)
})

test('a project without a template offers the minimal one where it is published', async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await company.ask('POST', '/api/projects', { name: 'Without Template' })
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects`)
  const card = page.getByRole('article').filter({ hasText: 'Without Template' })
  await card.getByRole('link', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/\/publish$/)
  const button = page.getByRole('button', { name: 'Use the minimal template' })
  await button.click()
  await expect(button).toHaveCount(0)
  await page.goto(`${product.url}/projects`)
  await expect(card.getByText(/^minimal/)).toBeVisible()
})

test('a project that loads slowly shows a template that was set in the meantime', async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  const { id } = await company.ask('POST', '/api/projects', { name: 'Without Template' })
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects`)
  const card = page.getByRole('article').filter({ hasText: 'Without Template' })
  await expect(card).toBeVisible()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    `**/api/projects/${id}`,
    async (route) => {
      const response = await route.fetch()
      await gate
      // The console may have canceled the request.
      await route.fulfill({ response }).catch(() => {})
    },
    { times: 1 },
  )
  await card.getByRole('link', { name: 'Publish' }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  const button = page.getByRole('button', { name: 'Use the minimal template' })
  await button.click()
  await saved
  release()
  await expect(button).toHaveCount(0)
})
