import { expect, type FrameLocator, type Page } from '@playwright/test'
import { type Company, signIn, startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'
import { visit } from '../kit/visitor.ts'

const unknown = ['Do you sell gift cards?', 'Who painted the ceiling?', 'Which submarine is yellow?'] as const

async function openChat(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(address)
  await page.getByRole('button', { name: /^Open chat/ }).click()
  return page.frameLocator('iframe')
}

async function sessionIdOf({ ask }: Company, text: string): Promise<string> {
  const { sessions } = await ask('GET', `/api/sessions?search=${encodeURIComponent(text)}`)
  return sessions[0].sessionId
}

test('messages that the AI cannot answer, for the visitor and the team', async ({
  page,
  product,
  website,
  browser,
}) => {
  const company = await startCompany(product.url)
  const { id } = company.project
  website.pages['/outcomes'] =
    `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>${company.embedCode}`
  const visitorPage = await browser.newPage()
  const chat = await openChat(visitorPage, `${website.url}/outcomes`)
  const log = chat.getByRole('log')
  const field = chat.getByRole('textbox', { name: 'Message' })
  const write = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }

  await test.step('the chat hands over, acknowledges, and then shows "With the team"', async () => {
    await write(unknown[0])
    await expect(log).toContainText("I don't have the answer to that.")
    await write(unknown[1])
    await expect(log).toContainText('The team has your message.')
    await expect(log.getByText('With the team')).toHaveCount(0)
    await write(unknown[2])
    await expect(log.getByText('With the team')).toHaveCount(1)
  })

  await test.step('"With the team" stays after a reload', async () => {
    await visitorPage.reload()
    await expect(log.getByText(unknown[2])).toBeVisible()
    await expect(log.getByText('With the team')).toHaveCount(1)
  })

  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats?session=${await sessionIdOf(company, unknown[0])}`)
  const transcript = page.getByRole('log')

  await test.step('"Why no answer?" explains the hand-over, the acknowledgement and the marked message', async () => {
    await expect(transcript.getByText('With the team')).toHaveCount(1)
    const whys = transcript.getByRole('button', { name: 'Why no answer?' })
    await expect(whys).toHaveCount(3)
    for (const [index, question] of unknown.entries()) {
      await whys.nth(index).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(question)
      await expect(dialog.getByRole('region', { name: 'Decision' })).toContainText('handed over')
      await dialog.getByRole('button', { name: 'Close' }).click()
    }
  })

  await test.step('an agent who replies turns the AI off, and can turn it back on', async () => {
    await expect(page.getByText('(Manual mode)')).toBeHidden()
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Yes, from 10 euros.')
    await message.press('Enter')
    await expect(page.getByText('(Manual mode)')).toBeVisible()
    await expect(page.getByText('AI paused: Sample Agent replied · Turn on')).toBeVisible()
    await expect(log).toContainText('Yes, from 10 euros.')
    await expect(log.getByText('With the team')).toHaveCount(0)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('(Manual mode)')).toBeHidden()
    await expect(page.getByText(/^AI paused/)).toBeHidden()
    await write('How many days do I have to return an item?')
    await expect(log).toContainText('within 30 days')
  })

  await test.step('the report of unanswered questions saves one as a test', async () => {
    await page.goto(`${product.url}/projects/${id}?tab=agents`)
    const row = page
      .getByRole('list', { name: 'Unanswered questions' })
      .getByRole('listitem')
      .filter({ hasText: unknown[1] })
    await row.getByRole('button', { name: 'Test it' }).click()
    await expect(page.getByText('Answer test created')).toBeVisible()
    await expect(row).toContainText('Saved as test')
    await expect(page.getByRole('list', { name: 'Answer tests' })).toContainText(unknown[1])
  })
  await visitorPage.close()
})

test('a hand-over that the visitor requested with the button has no "Why no answer?"', {
  tag: '@full',
}, async ({ page, product }) => {
  const company = await startCompany(product.url)
  const visitor = await visit(product.url, company.project)
  const { session } = await visitor.say('How many days do I have to return an item?')
  expect(await visitor.socket.timeout(10_000).emitWithAck('person:request', {})).toMatchObject({
    success: true,
  })
  visitor.socket.disconnect()
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats?session=${session.sessionId}`)
  await expect(page.getByRole('log').getByText(/^System: .*team/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Why no answer?' })).toHaveCount(0)
})
