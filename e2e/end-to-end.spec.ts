import { expect, type FrameLocator, type Page } from '@playwright/test'
import { test } from './kit/product.ts'

const question = 'How many days do I have to return an item?'

test('a visitor asks, the AI answers and an agent takes over without losing a message', async ({
  browser,
  product,
  website,
}) => {
  const staff = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const console = await staff.newPage()

  await test.step('a company signs up', async () => {
    await console.goto(`${product.url}/chats`)
    await expect(console).toHaveURL(/\/login\?returnUrl=/)
    await console.getByRole('link', { name: 'Create an account' }).click()
    await console.getByLabel('Company name').fill('Example Company')
    await console.getByLabel('Your name').fill('Sample Agent')
    await console.getByLabel('Email').fill('agent@example.com')
    await console.getByLabel('Password', { exact: true }).fill('correct horse')
    await console.getByRole('button', { name: 'Create account' }).click()
    await expect(console).toHaveURL(/\/dashboard$/)
    await expect(console.getByRole('main')).toContainText('Sample Agent')
    const stored = await console.evaluate(() => Object.keys(localStorage))
    expect(stored).toEqual(expect.arrayContaining(['accessToken', 'refreshToken', 'user', 'company']))
  })

  const project = await test.step('it creates a project and a widget', async () => {
    await console.goto(`${product.url}/projects/new`)
    await console.getByLabel('Name').fill('Example Shop')
    await console.getByLabel('Website URL').fill(website.url)
    await console.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(console).toHaveURL(/\/projects\/[^/]+\/customize$/)
    await console.getByLabel('Chat name').fill('Shop Helper')
    await expect(console.getByText('Saving...')).toBeVisible()
    await expect(console.getByText('Saved', { exact: true })).toBeVisible()
    const preview = console.frameLocator('iframe')
    await expect(preview.getByText('Shop Helper').first()).toBeVisible()
    await console.getByRole('tab', { name: 'Behavior' }).click()
    await console.getByRole('switch', { name: 'AI auto-reply' }).click({ force: true })
    await expect(console.getByText('Saved', { exact: true })).toBeVisible()
    return /\/projects\/([^/]+)\//.exec(console.url())?.[1] as string
  })

  await test.step('it adds knowledge', async () => {
    await console.goto(`${product.url}/projects/${project}?tab=agents`)
    await console.getByRole('button', { name: 'Add Knowledge Source' }).click()
    const dialog = console.getByRole('dialog')
    await dialog
      .getByRole('textbox')
      .first()
      .fill('You may return any item within 30 days of delivery. Returns are free of charge.')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await console.keyboard.press('Escape')
    await expect(console.getByText('pending')).toBeVisible()
    await console
      .getByRole('button', { name: /^Mark Embedded/ })
      .first()
      .click()
    await expect(console.getByText('embedded', { exact: true })).toBeVisible()
  })

  await test.step('it publishes and adds the code to its website', async () => {
    await console.goto(`${product.url}/projects/${project}/publish`)
    await console.getByRole('button', { name: 'Publish Project' }).click()
    await expect(console.getByRole('button', { name: 'Published' })).toBeVisible()
    await console.getByRole('button', { name: 'Copy Code' }).click()
    await expect(console.getByText('Copied!')).toBeVisible()
    const code = await console.evaluate(() => navigator.clipboard.readText())
    expect(code).toMatch(
      /^<script src="http:\/\/localhost:\d+\/widgets\/loader\.js" data-key="pk_[0-9a-f]{32}" async><\/script>$/,
    )
    website.pages['/'] = `<!doctype html><title>Example</title><h1>Tents</h1>${code}`
  })

  const guest = await browser.newContext()
  const shop = await guest.newPage()
  const chat = shop.frameLocator('iframe')

  await test.step('a visitor asks and the AI answers with its source', async () => {
    await console.goto(`${product.url}/dashboard`)
    await shop.goto(website.url)
    await shop.getByRole('button', { name: /Open chat/ }).click()
    await expect(chat.getByText('Shop Helper').first()).toBeVisible()
    await sendAsVisitor(chat, question)
    await expect(chat.getByRole('log')).toContainText('within 30 days of delivery')
    await expect(chat.getByRole('log')).toContainText('Support Assistant')
    await expect(chat.getByText('AI', { exact: true }).first()).toBeVisible()
    // The badge counts it while the inbox is closed.
    await expect(console.getByRole('link', { name: /^Chats/ })).toContainText('1')
  })

  await test.step('an agent switches to manual mode and answers', async () => {
    await console.getByRole('link', { name: /^Chats/ }).click()
    const row = console.getByRole('link', { name: /Guest Visitor/ })
    await expect(row).toBeVisible()
    await row.click()
    const transcript = console.getByRole('log', { name: 'Transcript' })
    await expect(transcript).toContainText(question)
    await expect(transcript).toContainText('within 30 days of delivery')
    await console.getByRole('switch', { name: 'AI Auto-Reply' }).click({ force: true })
    await expect(console.getByText('(Manual mode)')).toBeVisible()
    await console.getByRole('textbox', { name: 'Message' }).pressSequentially('Hello, ')
    await expect(chat.getByRole('img', { name: 'Typing a reply' })).toBeVisible()
    await console.getByRole('textbox', { name: 'Message' }).fill('Hello, a person here.')
    await console.keyboard.press('Enter')
    await expect(chat.getByRole('log')).toContainText('Hello, a person here.')
    await expect(transcript.getByText('· Seen')).toHaveAttribute('title', /^Seen \S/)
    await chat.getByRole('textbox', { name: 'Message' }).pressSequentially('Good to know')
    await expect(console.getByTestId('typing')).toBeVisible()
    await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
    await expect(transcript).toContainText('Good to know')
  })

  await test.step('both reload without lost or duplicate messages', async () => {
    await Promise.all([console.reload(), shop.reload()])
    if (!(await shop.locator('iframe').isVisible())) {
      await shop.getByRole('button', { name: /chat/i }).first().click()
    }
    const transcript = console.getByRole('log', { name: 'Transcript' })
    for (const log of [transcript, chat.getByRole('log')]) {
      for (const text of [question, 'within 30 days of delivery', 'Hello, a person here.', 'Good to know']) {
        await expect(log.getByText(text).first()).toBeVisible()
      }
    }
    await expect(chat.getByRole('log').getByText('Hello, a person here.')).toHaveCount(1)
    await expect(transcript.getByText('Good to know', { exact: true })).toHaveCount(1)
    const stored = await listStoredMessages(console)
    expect(stored.map((message) => [message.seq, message.from, message.isAi])).toEqual([
      [1, 'visitor', false],
      [2, 'agent', true],
      [3, 'agent', false],
      [4, 'visitor', false],
    ])
    expect(stored[1]?.meta.sources).toHaveLength(1)
  })

  expect(product.logged()).toBe('')
})

async function sendAsVisitor(chat: FrameLocator, text: string): Promise<void> {
  await chat.getByRole('textbox', { name: 'Message' }).fill(text)
  await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
}

type Stored = { seq: number; from: string; isAi: boolean; meta: { sources?: unknown[] } }

/** The stored messages of the open conversation. */
function listStoredMessages(page: Page): Promise<Stored[]> {
  return page.evaluate(async () => {
    const id = new URL(location.href).searchParams.get('session')
    const response = await fetch(`/api/sessions/${id}/messages`, {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
    })
    return (await response.json()).data.messages
  })
}
