import { expect } from '@playwright/test'
import { signIn, startCompany } from './company.ts'
import { test } from './product.ts'

test('a person is invited, joins, and is out when disabled', async ({ browser, product }) => {
  const company = await startCompany(product.url)
  const owner = await (await browser.newContext()).newPage()
  await signIn(owner, product.url, company)
  await owner.goto(`${product.url}/users`)
  await owner.getByRole('button', { name: 'Invite' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Email').fill(`guest-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const link = await owner.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toMatch(/\/invitations\/[\w-]{40,}$/)
  await owner.getByRole('button', { name: 'Done' }).click()

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await guest.getByLabel('Your name').fill('Second Agent')
  await guest.getByLabel('Password', { exact: true }).fill('correct horse')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest).toHaveURL(/\/dashboard$/)
  await guest.goto(`${product.url}/chats`)
  await expect(guest.getByText('Connected')).toBeVisible()

  await owner.reload()
  await expect(owner.getByText('Second Agent')).toBeVisible()
  await owner.getByRole('button', { name: 'Options for Second Agent' }).click()
  await owner.getByRole('menuitem', { name: 'Disable' }).click()
  // Without a click: their socket is cut, and nothing lets them back in.
  await expect(guest).toHaveURL(/\/login/, { timeout: 5000 })
})

test('FAQs are written, ordered, and shown in the widget', async ({ browser, product, website }) => {
  const company = await startCompany(product.url)
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/projects/${company.project.id}?tab=faq`)
  await expect(page.getByText('No FAQs yet')).toBeVisible()
  for (const [question, answer] of [
    ['How long is delivery?', 'Three days.'],
    ['Do you ship abroad?', 'Yes, to Austria.'],
  ] as const) {
    await page.getByRole('button', { name: 'Add FAQ' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Question').fill(question)
    await dialog.getByLabel('Answer').fill(answer)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(question)).toBeVisible()
  }
  await page
    .getByRole('button', { name: /Move up/ })
    .last()
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Do you ship abroad?' })).toContainText('1')
  await page.getByRole('switch', { name: 'Show FAQs in the widget' }).click({ force: true })
  await page.getByRole('button', { name: 'Add to Knowledge Base' }).click()
  await expect(page.getByText('Added 2 FAQ entries to Knowledge Base.').first()).toBeVisible()

  website.pages['/faq'] = `<!doctype html><title>Shop</title><h1>Shop</h1>${company.embedCode}`
  await page.goto(`${website.url}/faq`)
  await page.getByRole('button', { name: /Open chat/ }).click()
  await page.frameLocator('iframe').getByText('Do you ship abroad?').click()
  await expect(page.frameLocator('iframe').getByText('Yes, to Austria.')).toBeVisible()
})

test('a prompt is changed, and goes back', async ({ browser, product }) => {
  const company = await startCompany(product.url)
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/dashboard`)
  await page.getByRole('link', { name: 'Prompts' }).click()
  await expect(page).toHaveURL(/\/superadmin\/prompts/)
  const editor = page.getByRole('main').getByRole('textbox').filter({ hasText: '{agentName}' })
  await editor.fill('You are {agentName} and {nobody}.')
  await expect(page.getByText(/\{nobody\} is not a variable/)).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Back to default' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('You are {agentName} and {nobody}.').first()).toBeVisible()
})
