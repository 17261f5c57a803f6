import { expect } from '@playwright/test'
import { join } from '../../server/test/kit/client.ts'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/staff.ts'

test('unsent messages of one user are not sent by the next user of the same tab', { tag: '@full' }, async ({
  page,
  product: { url },
}) => {
  const company = await startCompany(url)
  const colleague = await join(url, company, 'Agent', 'Second Agent')
  const ask = colleague.get
  const composer = page.getByRole('textbox', { name: 'Message' })
  const log = page.getByRole('log', { name: 'Transcript' })

  let isOffline = true
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    if (isOffline) socket.close()
    else socket.connectToServer()
  })
  await page.route('**/socket.io/**', (route) => (isOffline ? route.abort() : route.fallback()))

  await signIn(page, url, company)
  await page.goto(`${url}/chats?session=${company.sessionId}`)
  await composer.fill('A draft of the first')
  await page.reload()
  await expect(composer).toHaveValue('A draft of the first')
  await composer.fill('Not sent by the first')
  await composer.press('Enter')
  await expect(log).toContainText('Not sent by the first')
  await composer.fill('Another draft')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()

  isOffline = false
  await page.getByRole('textbox', { name: 'Email' }).fill(colleague.data.user.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Chats' }).click()
  await page.getByText('Guest Visitor').first().click()
  await expect(composer).toHaveValue('')
  await composer.fill('Sent by the second')
  await composer.press('Enter')
  await expect
    .poll(async () => (await ask('GET', `/api/sessions/${company.sessionId}/messages`)).messages)
    .toContainEqual(expect.objectContaining({ text: 'Sent by the second', agent: expect.anything() }))
  await expect(log).not.toContainText('Not sent by the first')
  const { messages } = await ask('GET', `/api/sessions/${company.sessionId}/messages`)
  expect(messages.map(({ text }: { text: string }) => text)).not.toContain('Not sent by the first')
})
