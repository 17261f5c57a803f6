import { attachmentSentences } from '@aichat/contracts/chat/attachments'
import { expect } from '@playwright/test'
import { checkAccessibility } from '../kit/accessibility.ts'
import { signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/staff.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

test('a saved reply adds its files to the message', async ({ page, product: { url } }) => {
  const company = await startCompany(url)
  await signIn(page, url, company)
  const dialog = page.getByRole('dialog', { name: 'Saved replies' })
  const replyFiles = dialog.getByRole('list', { name: 'Files of the reply' })
  const filesToSend = page.getByRole('list', { name: 'Files to send' })
  const composer = page.getByRole('textbox', { name: 'Message' })
  const send = page.getByRole('button', { name: 'Send', exact: true })

  await test.step('files are added to a reply, rejected with a reason, and removed', async () => {
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
    await expect(replyFiles.getByRole('listitem')).toHaveCount(3)
    await expect(replyFiles).toContainText(attachmentSentences.fileContent)
    await expect(dialog.getByRole('button', { name: 'Add reply' })).toBeDisabled()
    await checkAccessibility(page, 'a saved reply with files')
    await dialog.getByRole('button', { name: 'Remove broken.png' }).click()
    await dialog.getByRole('button', { name: 'Add reply' }).click()
    await expect(dialog.getByRole('list', { name: 'Saved replies' })).toContainText('table.png, prices.txt')

    await dialog.getByRole('button', { name: 'Edit Prices' }).click()
    await expect(replyFiles.getByRole('listitem')).toHaveCount(2)
    await input.setInputFiles(Array.from({ length: 9 }, (_, index) => text(`more-${index}.txt`)))
    await expect(dialog.getByText(attachmentSentences.tooManyFiles)).toBeVisible()
    await expect(replyFiles.getByRole('listitem')).toHaveCount(10)
    for (let index = 0; index < 8; index += 1)
      await dialog.getByRole('button', { name: `Remove more-${index}.txt` }).click()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save prices.txt' }).click()
    expect((await saved).suggestedFilename()).toBe('prices.txt')
    await dialog.getByRole('button', { name: 'Save reply' }).click()
    await expect(replyFiles).toBeHidden()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('a slash adds them to the message, where they can be removed', async () => {
    await composer.fill('/pri')
    await expect(page.getByRole('option', { name: /Prices.*table.png, prices.txt/ })).toBeVisible()
    await composer.press('Enter')
    await expect(composer).toHaveValue('Here they are, Guest Visitor.')
    await expect(filesToSend.getByRole('listitem')).toHaveCount(2)
    await expect(filesToSend.locator('img')).toHaveCount(1)
    await expect(send).toBeEnabled()
    await page.getByTestId('attach').setInputFiles([text('mine.txt')])
    await expect(filesToSend.getByRole('listitem')).toHaveCount(3)
    await filesToSend.getByRole('button', { name: 'Remove prices.txt' }).click()
    await expect(send).toBeEnabled()
  })

  await test.step('an unsent message survives a reload', async () => {
    await page.reload()
    await expect(filesToSend.getByRole('listitem')).toContainText(['table.png', 'mine.txt'])
    await expect(composer).toHaveValue('Here they are, Guest Visitor.')
    await composer.press('Enter')
    await expect(filesToSend).toBeHidden()
    const log = page.getByRole('log', { name: 'Transcript' })
    await expect(log.getByRole('img', { name: 'table.png' })).toBeVisible()
    await expect(log.getByRole('button', { name: /Save mine.txt/ })).toBeVisible()
    await page.reload()
    await expect(log.getByRole('img', { name: 'table.png' })).toBeVisible()
    await expect(filesToSend).toBeHidden()
  })

  await test.step('an upload that a reload interrupted shows an error', async () => {
    await page.route('**/attachments', () => {})
    await page.getByTestId('attach').setInputFiles([text('slow.txt')])
    await expect(filesToSend.getByRole('progressbar', { name: 'Uploading slow.txt' })).toBeVisible()
    // A request that still waits would continue without the route.
    await page.reload()
    await page.unroute('**/attachments')
    await expect(filesToSend).toContainText('The upload was interrupted. Please add the file again.')
    await composer.fill('Never mind')
    await expect(send).toBeDisabled()
    await filesToSend.getByRole('button', { name: 'Remove slow.txt' }).click()
    await expect(send).toBeEnabled()
  })

  await test.step('a file that has been deleted from the reply can be retried or removed', async () => {
    const { savedReplies } = await company.ask('GET', '/api/saved-replies')
    await composer.fill('/pri')
    await company.ask('DELETE', `/api/saved-replies/${savedReplies[0].id}`)
    await composer.press('Enter')
    await expect(filesToSend.getByRole('alert')).toHaveText(Array(2).fill(attachmentSentences.fileUnknown))
    await expect(send).toBeDisabled()
  })
})
