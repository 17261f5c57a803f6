import { expect } from '@playwright/test'
import { io } from 'socket.io-client'
import { checkAccessibility, sizes } from './accessibility.ts'
import { call, signIn, startCompany } from './company.ts'
import { test } from './product.ts'

test('a key is made, used and revoked; a webhook is tried; a visitor is erased', async ({
  browser,
  product,
  website,
}) => {
  website.pages['/hooks'] = 'Thank you'
  const company = await startCompany(product.url)
  const page = await (await browser.newContext()).newPage()
  await signIn(page, product.url, company)

  await page.goto(`${product.url}/settings/api`)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Say what the key is for')).toBeVisible()
  await dialog.getByLabel('Name').fill('Order desk')
  await dialog.getByLabel('sessions:read').check()
  await dialog.getByLabel('sessions:write').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  expect(key).toMatch(/^aichat_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`${key.slice(0, 15)}_…`)).toBeVisible()
  const messages = `/api/sessions/${company.sessionId}/messages`
  await call(product.url, 'POST', messages, { text: 'Your parcel left today', clientId: '1' }, key)
  await checkAccessibility(page, 'API keys')
  await page.getByRole('button', { name: 'Revoke Order desk' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  await expect(call(product.url, 'GET', messages, undefined, key)).rejects.toThrow('401')

  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByLabel('Address').fill('http://127.0.0.1/hooks')
  await dialog.getByLabel('message.created').check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('The address is not on the public web.')).toBeVisible()
  await dialog.getByLabel('Address').fill(`${website.url}/hooks`)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('webhook.test')).toBeVisible()
  await expect(page.getByText('1 attempt · answered 200')).toBeVisible()
  await expect(page.getByText('Thank you')).toBeVisible()
  await page.getByRole('button', { name: /^Replay webhook.test/ }).click()
  await expect(page.getByText('webhook.test')).toHaveCount(2)
  await page.setViewportSize(sizes[1])
  await checkAccessibility(page, 'webhooks')

  await introduce(product.url, company.project.publicKey, 'sam@example.com')
  await page.getByRole('tab', { name: 'Data' }).click()
  await page.getByRole('textbox', { name: 'Example Shop' }).fill('0')
  await page.getByRole('button', { name: 'Save for Example Shop' }).click()
  await expect(page.getByText('Choose 1 to 3650 days, or for ever')).toBeVisible()
  await page.getByRole('textbox', { name: 'Example Shop' }).fill('90')
  await page.getByRole('button', { name: 'Save for Example Shop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete old conversations' }).click()
  await expect(page.getByText('Saved for Example Shop').first()).toBeVisible()
  await page.getByLabel('Visitor’s email').fill('Sam@Example.com')
  await page.getByRole('button', { name: 'Erase…' }).click()
  await expect(dialog.getByRole('button', { name: 'Erase', exact: true })).toBeDisabled()
  await dialog.getByLabel('Type the address').fill('sam@example.com')
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(page.getByText('Erased 1 visitor with 1 conversation.')).toBeVisible()
  await checkAccessibility(page, 'data')

  // The other one, from its conversation, while a colleague looks at it.
  await page.setViewportSize(sizes[0])
  await page.goto(`${product.url}/chats?session=${company.sessionId}`)
  const colleague = await page.context().newPage()
  await colleague.goto(page.url())
  await expect(colleague.getByRole('button', { name: 'More options' })).toBeVisible()
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Erase visitor…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase visitor' }).click()
  await expect(page.getByText('Pick a conversation to start')).toBeVisible()
  await expect(colleague.getByText('This conversation was deleted')).toBeVisible()
})

/** A visitor who has said their address in a conversation. */
async function introduce(url: string, publicKey: string, email: string): Promise<void> {
  const { data } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})
  const socket = io(`${url}/visitor`, {
    auth: { visitorToken: data.visitorToken },
    transports: ['websocket'],
  })
  await socket.timeout(10_000).emitWithAck('message:send', { text: 'Hello', clientId: 'first' })
  await socket.timeout(10_000).emitWithAck('identify', { email })
  socket.disconnect()
}
