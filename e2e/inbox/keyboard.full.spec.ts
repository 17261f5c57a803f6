import { expect, type Locator, type Page } from '@playwright/test'
import { startCompany } from '../kit/company.ts'
import { test } from '../kit/product.ts'

const maxTabs = 150

/** Presses Tab until the element has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let count = 0; count < maxTabs; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, `is reached with ${maxTabs} tabs`).toBeFocused()
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test('works through a conversation, the knowledge and the widget by keyboard alone', async ({
  page,
  product,
}) => {
  const company = await startCompany(product.url)
  await company.ask('POST', '/api/labels', { name: 'Returns', tone: 'accent' })

  await test.step('sign in', async () => {
    await page.goto(`${product.url}/login`)
    await type(page, page.getByLabel('Email'), company.data.user.email)
    await type(page, page.getByLabel('Password', { exact: true }), 'correct horse')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  await test.step('open a conversation and reply', async () => {
    await press(page, page.getByRole('link', { name: /^Chats/ }))
    await press(page, page.getByRole('link', { name: /Guest Visitor/ }))
    await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('How many days')
    await type(page, page.getByRole('textbox', { name: 'Message' }), 'Thirty days from delivery.')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log', { name: 'Transcript' })).toContainText('Thirty days from delivery.')
  })

  await test.step('add a label', async () => {
    await press(page, page.getByRole('button', { name: 'Label', exact: true }))
    const item = page.getByRole('menuitem', { name: 'Returns' })
    await expect(item).toBeVisible()
    for (let count = 0; count < 20; count++) {
      if (await item.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove label Returns' })).toBeVisible()
    const isLabelled = async () => (await company.ask('GET', '/api/sessions')).sessions[0].labelIds.length
    await expect.poll(isLabelled).toBe(1)
  })

  const project = `${product.url}/projects/${company.project.id}`
  await test.step('add knowledge', async () => {
    await page.goto(`${project}?tab=agents`)
    await press(page, page.getByRole('button', { name: 'Add Knowledge Source' }))
    const dialog = page.getByRole('dialog')
    await type(page, dialog.getByRole('textbox').first(), 'Gift cards are valid for three years.')
    await press(page, dialog.getByRole('button', { name: 'Add', exact: true }))
    await expect(page.getByText('Gift cards are valid for three years.').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await press(page, page.getByRole('button', { name: /^Mark Embedded/ }).first())
    await expect(page.getByText('embedded', { exact: true })).toHaveCount(2)
  })

  await test.step('customize and publish', async () => {
    await page.goto(`${project}/customize`)
    await type(page, page.getByLabel('Chat name'), 'Tent Helper')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.goto(`${project}/publish`)
    await press(page, page.getByRole('button', { name: /^Publish/ }).first())
    await expect(page.getByRole('button', { name: 'Published' })).toBeVisible()
    const chatName = async () =>
      (await (await fetch(`${product.url}/api/public/${company.project.publicKey}`)).json()).data.config.brand
        .chatName
    // Other processes learn of the publication shortly afterwards.
    await expect.poll(chatName).toBe('Tent Helper')
  })
})
