import { expect } from '@playwright/test'
import { checkAccessibility, sizes } from '../kit/accessibility.ts'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'
import { visit } from '../kit/visitor.ts'

test('sets a retention period and erases visitors', async ({ browser, product }) => {
  const company = await startCompany(product.url)
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url, company)
  const dialog = page.getByRole('dialog')
  await page.setViewportSize(sizes[1])
  await introduce(product.url, company.project.publicKey, 'sam@example.com')
  await page.goto(`${product.url}/settings/data`)
  await page.getByRole('textbox', { name: 'Example Shop' }).fill('0')
  await page.getByRole('button', { name: 'Save for Example Shop' }).click()
  await expect(page.getByText('Choose 1 to 3650 days, or forever')).toBeVisible()
  await page.getByRole('textbox', { name: 'Example Shop' }).fill('90')
  await page.getByRole('button', { name: 'Save for Example Shop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete old conversations' }).click()
  await expect(page.getByText('Saved for Example Shop').first()).toBeVisible()
  await page.getByLabel('Visitor’s email').fill('Sam@Example.com')
  await page.getByRole('button', { name: 'Erase…' }).click()
  await expect(dialog.getByRole('button', { name: 'Erase', exact: true })).toBeDisabled()
  await dialog.getByLabel('Type the email').fill('sam@example.com')
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(page.getByText('Erased 1 visitor with 1 conversation.')).toBeVisible()
  await checkAccessibility(page, 'data')

  // The other visitor, from their conversation, while a colleague has it open.
  await page.setViewportSize(sizes[0])
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  const colleague = await page.context().newPage()
  await colleague.goto(page.url())
  await expect(colleague.getByRole('button', { name: 'More options' })).toBeVisible()
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Erase visitor…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase visitor' }).click()
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expect(colleague.getByText('This conversation was deleted')).toBeVisible()
})

/** A visitor who identified with an email in a conversation. */
async function introduce(url: string, publicKey: string, email: string): Promise<void> {
  const { say, send, socket } = await visit(url, { publicKey })
  await say('Hello')
  await send('identify', { email })
  socket.disconnect()
}
