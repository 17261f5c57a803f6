import { expect } from '@playwright/test'
import { signIn, startCompany } from '../kit/company.ts'
import { decodeMail, type Mail, test } from '../kit/mails.ts'

test('turns on the weekly report, sends one at once, and unsubscribes with its link', async ({
  page,
  browser,
  product,
  mails,
}) => {
  const owner = await startCompany(product.url)
  const { email } = owner.data.user
  await signIn(page, product.url, owner)
  await page.goto(`${product.url}/reports`)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Email me every Monday' }).click()
  await expect(page.getByText("You'll get last week's numbers by email every Monday")).toBeVisible()

  await page.goto(`${product.url}/settings/preferences`)
  const group = page.getByRole('region', { name: 'Weekly report' })
  const weekly = group.getByRole('switch', { name: /every Monday/ })
  await expect(weekly).toBeChecked()
  await expect(group.getByText(`The next report goes to ${email} on`)).toBeVisible()
  await group.getByRole('button', { name: "Send last week's report now" }).click()
  await expect(page.getByText(`Last week's report was sent to ${email}`)).toBeVisible()
  const find = () => mails.find(({ to, text }) => to === email && text.includes('List-Unsubscribe'))
  await expect.poll(find).toBeTruthy()

  const link = /http:\/\/localhost:\d+\/unsubscribe#[\w.-]+/.exec(decodeMail(find() as Mail))?.[0] as string
  const context = await browser.newContext()
  const reader = await context.newPage()
  await reader.goto(link)
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByText("You won't get the weekly report anymore.")).toBeVisible()
  await reader.goto(`${product.url}/unsubscribe#wrong`)
  await reader.reload()
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByText("This link isn't valid.")).toBeVisible()
  await context.close()

  await page.reload()
  await expect(weekly).not.toBeChecked()
  await weekly.click({ force: true })
  await expect(weekly).toBeChecked()
  await page.goto(`${product.url}/reports`)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Turn off weekly email' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem', { name: 'Turn off weekly email' })).toBeVisible()
})
