import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sessionLimits } from '@aichat/contracts/chat/sessions'
import { expect } from '@playwright/test'
import { type RunningImapServer, startImapServer } from '../../server/test/kit/start-imap-server.ts'
import { signIn, startCompany } from '../kit/company.ts'
import { test as base, decodeMail, type Mail } from '../kit/mails.ts'
import { visit } from '../kit/visitor.ts'

/** Tests with a product whose clock can be set, and which reads a mailbox. */
const test = base.extend<object, { clockFolder: string; clockFile: string; imap: RunningImapServer }>({
  clockFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture asks for
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'aichat-clock-'))
      await use(folder)
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  clockFile: [
    async ({ clockFolder }, use) => {
      const file = path.join(clockFolder, 'clock')
      writeFileSync(file, '0')
      await use(file)
    },
    { scope: 'worker' },
  ],
  imap: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture asks for
    async ({}, use) => {
      const server = await startImapServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ smtpUrl, clockFile, imap }, use) =>
      use({
        SMTP_URL: smtpUrl,
        MAIL_INBOUND_URL: imap.url,
        CLOCK_FILE: clockFile,
        NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, '../faults/set-clock.mjs')}`,
      }),
    { scope: 'worker' },
  ],
})

test('an answer reaches a visitor who has left by email, whose link opens the conversation', async ({
  page,
  browser,
  product,
  mails,
  clockFile,
  imap,
}) => {
  test.setTimeout(180_000)
  const company = await startCompany(product.url)
  const email = 'visitor@example.com'
  const visitor = await visit(product.url, company.project)
  const { session } = await visitor.say('Do you ship to Norway?')
  await visitor.send('email:submit', { email, clientId: 'email' })
  visitor.socket.disconnect()
  const { sessionId } = session

  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats?session=${sessionId}`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Yes, we **do**.')
  await page.keyboard.press('Enter')
  const transcript = page.getByRole('log', { name: 'Transcript' })
  await expect(transcript.getByText('· Sent')).toBeVisible()
  await expect(async () => {
    const { sessions } = await company.ask('GET', '/api/sessions')
    expect(sessions.find((one: { sessionId: string }) => one.sessionId === sessionId).online).toBe(false)
  }).toPass({ timeout: 2 * sessionLimits.presenceGraceSeconds * 1000 })
  writeFileSync(clockFile, String(11 * 60_000))
  await expect(transcript.getByText('· Emailed')).toBeVisible({ timeout: 60_000 })

  const mail = decodeMail(mails.find(({ to }) => to === email) as Mail)
  const [link = ''] = /http:\/\/localhost:\d+\/widgets\/conversation\/\w+#[\w-]+/.exec(mail) ?? []
  const context = await browser.newContext()
  const reader = await context.newPage()
  await reader.goto(link)
  await expect(reader.getByRole('log').getByText('Yes, we do.')).toBeVisible()
  await reader.reload()
  await reader.locator('textarea').fill('Great, thank you!')
  await reader.keyboard.press('Enter')
  await expect(transcript.getByText('Great, thank you!')).toBeVisible()
  await expect(transcript.getByText('· Seen')).toBeVisible()

  const [, replyAddress = ''] = /Reply-To: (\S+)/.exec(mail) ?? []
  const write = (from: string, text: string) =>
    imap.deliver(
      `From: ${from}\r\nTo: ${replyAddress}\r\nMessage-ID: <${text.length}@mail.example.org>\r\nSubject: Re: Hi\r\n\r\n` +
        `${text}\r\n\r\nOn Sun, Nov 29, 2026 at 5:03 PM Shop <${replyAddress}> wrote:\r\n> Yes, we do.\r\n`,
    )
  write(email, 'One tent, please.')
  await expect(transcript.getByText('One tent, please.')).toBeVisible()
  await expect(reader.getByText('One tent, please.')).toBeVisible()
  await expect(reader.getByText('By email')).toBeVisible()
  await transcript.getByRole('button', { name: 'By email · Show original' }).click()
  await expect(page.getByRole('region', { name: 'Original email' })).toContainText('> Yes, we do.')
  write('Bob <bob@example.net>', 'I am the visitor, really.')
  await page.getByRole('region', { name: 'Emails to review' }).getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Emails to review' })
  await expect(dialog.getByText(`Not sent from the visitor's address, ${email}.`)).toBeVisible()
  await expect(reader.getByText('I am the visitor, really.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Add to conversation' }).click()
  await expect(dialog.getByText('No emails to review')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(transcript.getByText('By email from another address, bob@example.net')).toBeVisible()
  await expect(reader.getByText('I am the visitor, really.')).toBeVisible()

  // The browser has nothing of the visitor after the tab is closed.
  const stored = await reader.evaluate(() => Object.keys(localStorage))
  expect(stored).toEqual([])
  await reader.goto(`${link.split('#')[0]}#cl_unknown`)
  await expect(reader.getByText('This link has expired.')).toBeVisible()

  const [unsubscribe = ''] = /http:\/\/localhost:\d+\/email\/unsubscribe\/[\w.-]+/.exec(mail) ?? []
  await reader.goto(unsubscribe)
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByText("You won't get emails about your conversations with")).toBeVisible()
  await context.close()
})

test('an owner sets the delay and the sender name', async ({ page, product }) => {
  const owner = await startCompany(product.url)
  await signIn(page, product.url, owner)
  await page.goto(`${product.url}/settings/email`)
  const delay = page.getByRole('textbox', { name: 'Wait before sending (minutes)' })
  await delay.fill('0')
  await page.getByRole('button', { name: 'Save email settings' }).click()
  await expect(page.getByText('Enter 1 to 1440 minutes')).toBeVisible()
  await delay.fill('30')
  await page.getByRole('textbox', { name: 'Sender name' }).fill('Example Support')
  await expect(page.getByText('Emails come from Example Support <no-reply@localhost>.')).toBeVisible()
  await page.getByRole('button', { name: 'Save email settings' }).click()
  await expect(page.getByText('Email settings saved')).toBeVisible()
  await page.reload()
  await expect(delay).toHaveValue('30')
  await page.getByRole('switch', { name: 'Email answers to visitors who are away' }).click({ force: true })
  await page.getByRole('button', { name: 'Save email settings' }).click()
  await expect(page.getByText('Email settings saved')).toBeVisible()
  expect(await owner.ask('GET', '/api/email/settings')).toMatchObject({
    sendsReplies: false,
    replyDelayMinutes: 30,
    senderName: 'Example Support',
  })
})
