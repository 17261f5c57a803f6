import { expect } from '@playwright/test'
import { checkAccessibility } from '../kit/accessibility.ts'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/staff.ts'

test('a visitor rates an AI reply, and agents see the rating', async ({
  browser,
  page,
  product,
  website,
}) => {
  const { url } = product
  const company = await startCompany(url)
  website.pages['/rating'] = `<!doctype html><html lang="en"><title>Example</title>${company.embedCode}`
  const shop = await (await browser.newContext()).newPage()
  await shop.goto(`${website.url}/rating`)
  await shop.getByRole('button', { name: /Open chat/ }).click()
  const chat = shop.frameLocator('iframe')
  await chat.getByRole('textbox', { name: 'Message' }).fill('How many days do I have to return an item?')
  await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
  const [good, bad] = [
    chat.getByRole('button', { name: 'Helpful', exact: true }),
    chat.getByRole('button', { name: 'Not helpful' }),
  ]
  await expect(good).toHaveCount(1)
  await expect(good).toHaveAttribute('aria-pressed', 'false')

  await signIn(page, url, company)
  const { sessions } = await company.ask('GET', '/api/sessions?search=How%20many')
  const sessionId = sessions[0].sessionId
  await page.goto(`${url}/chats?session=${sessionId}`)
  const log = page.getByRole('log', { name: 'Transcript' })
  await expect(log).toContainText('30 days')
  await expect(log).not.toContainText('Rated')
  await bad.click()
  await expect(bad).toHaveAttribute('aria-pressed', 'true')
  await expect(log).toContainText('Rated not helpful')
  await good.click()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
  await expect(bad).toHaveAttribute('aria-pressed', 'false')
  await expect(log).toContainText('Rated helpful')
  await checkAccessibility(page, 'a rated reply')

  await page.reload()
  await expect(log).toContainText('Rated helpful')
  await log.getByRole('button', { name: 'Why this answer?' }).click()
  await expect(page.getByRole('dialog', { name: 'Why this answer?' })).toContainText('Rated helpful')
  await shop.reload()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
})
