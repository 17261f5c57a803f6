import { expect } from '@playwright/test'
import { checkAccessibility } from './accessibility.ts'
import { signIn, startCompany } from './company.ts'
import { test } from './staff.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

test('a saved reply brings its files to the message', async ({ page, product: { url } }) => {
  test.setTimeout(90_000)
  const company = await startCompany(url)
  await signIn(page, url, company)
  const dialog = page.getByRole('dialog', { name: 'Saved replies' })
  const ofReply = dialog.getByRole('list', { name: 'Files of the reply' })
  const toSend = page.getByRole('list', { name: 'Files to send' })
  const composer = page.getByRole('textbox', { name: 'Message' })
  const send = page.getByRole('button', { name: 'Send', exact: true })

  await test.step('files are added to a reply, refused with a reason, and taken off', async () => {
    await page.goto(`${url}/chats?session=${company.sessionId}`)
    await page.getByRole('button', { name: 'Inbox options' }).click()
    await page.getByRole('menuitem', { name: 'Saved replies' }).click()
    await expect(dialog).toContainText('Up to 10 files of 10 MB each')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Prices')
    await dialog.getByRole('textbox', { name: 'Reply' }).fill('Here they are, {visitorName}.')
    const input = dialog.getByTestId('files of the reply')
    await input.setInputFiles([
      { name: 'table.png', mimeType: 'image/png', buffer: png },
      text('prices.txt'),
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    ])
    await expect(ofReply.getByRole('listitem')).toHaveCount(3)
    await expect(ofReply).toContainText(
      'Only images (PNG, JPEG, GIF, WebP), PDFs and text files can be sent.',
    )
    await expect(dialog.getByRole('button', { name: 'Add reply' })).toBeDisabled()
    await checkAccessibility(page, 'a saved reply with files')
    await dialog.getByRole('button', { name: 'Remove broken.png' }).click()
    await dialog.getByRole('button', { name: 'Add reply' }).click()
    await expect(dialog.getByRole('list', { name: 'Saved replies' })).toContainText('table.png, prices.txt')

    await dialog.getByRole('button', { name: 'Edit Prices' }).click()
    await expect(ofReply.getByRole('listitem')).toHaveCount(2)
    await input.setInputFiles(Array.from({ length: 9 }, (_, index) => text(`more-${index}.txt`)))
    await expect(dialog.getByText('You can send up to 10 files at a time.')).toBeVisible()
    await expect(ofReply.getByRole('listitem')).toHaveCount(10)
    for (let index = 0; index < 8; index += 1)
      await dialog.getByRole('button', { name: `Remove more-${index}.txt` }).click()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save prices.txt' }).click()
    expect((await saved).suggestedFilename()).toBe('prices.txt')
    await dialog.getByRole('button', { name: 'Save reply' }).click()
    await expect(ofReply).toBeHidden()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('a slash puts them to the message, where they can be taken off', async () => {
    await composer.fill('/pri')
    await expect(page.getByRole('option', { name: /Prices.*table.png, prices.txt/ })).toBeVisible()
    await composer.press('Enter')
    await expect(composer).toHaveValue('Here they are, Guest Visitor.')
    await expect(toSend.getByRole('listitem')).toHaveCount(2)
    await expect(toSend.locator('img')).toHaveCount(1)
    await expect(send).toBeEnabled()
    await page.getByTestId('attach').setInputFiles([text('mine.txt')])
    await expect(toSend.getByRole('listitem')).toHaveCount(3)
    await toSend.getByRole('button', { name: 'Remove prices.txt' }).click()
    await expect(send).toBeEnabled()
  })

  await test.step('what is not sent yet is there after a reload', async () => {
    await page.reload()
    await expect(toSend.getByRole('listitem')).toContainText(['table.png', 'mine.txt'])
    await expect(composer).toHaveValue('Here they are, Guest Visitor.')
    await composer.press('Enter')
    await expect(toSend).toBeHidden()
    const log = page.getByRole('log', { name: 'Transcript' })
    await expect(log.getByRole('img', { name: 'table.png' })).toBeVisible()
    await expect(log.getByRole('button', { name: /Save mine.txt/ })).toBeVisible()
    await page.reload()
    await expect(log.getByRole('img', { name: 'table.png' })).toBeVisible()
    await expect(toSend).toBeHidden()
  })

  await test.step('an upload that a reload cut off says so', async () => {
    await page.route('**/attachments', () => {})
    await page.getByTestId('attach').setInputFiles([text('slow.txt')])
    await expect(toSend.getByRole('progressbar', { name: 'Uploading slow.txt' })).toBeVisible()
    await page.unroute('**/attachments')
    await page.reload()
    await expect(toSend).toContainText('The upload was cut off. Please add the file again.')
    await composer.fill('Never mind')
    await expect(send).toBeDisabled()
    await toSend.getByRole('button', { name: 'Remove slow.txt' }).click()
    await expect(send).toBeEnabled()
  })

  await test.step('a file that the reply lost meanwhile is tried again or left out', async () => {
    const { savedReplies } = await company.ask('GET', '/api/saved-replies')
    await composer.fill('/pri')
    await company.ask('DELETE', `/api/saved-replies/${savedReplies[0].id}`)
    await composer.press('Enter')
    await expect(toSend.getByRole('alert')).toHaveText(
      Array(2).fill('Attachment not found. Please add it again.'),
    )
    await expect(send).toBeDisabled()
  })
})
