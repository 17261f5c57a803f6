import { expect, type Locator, type Page } from '@playwright/test'
import { signIn, startCompany, startConversation } from './kit/company.ts'
import { test } from './kit/staff.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('status')
const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })

async function expectBesides(page: Page, text: string, others: Locator[]) {
  await expect(toast(page)).toContainText(text)
  await expect(toast(page)).toBeInViewport({ ratio: 1 })
  const overlaps = async (other: Locator) => {
    const [a, b] = await Promise.all([toast(page).boundingBox(), other.boundingBox()])
    if (!a || !b) throw new Error('Not on the screen')
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }
  for (const other of others) await expect.poll(() => overlaps(other)).toBe(false)
}

async function archive(page: Page, row: Locator) {
  await row.click({ button: 'right' })
  const stored = page.waitForResponse(/\/status$/)
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await stored
  // An open menu handles the keyboard.
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('a toast covers neither the rows of a list nor the composer', async ({ page, product: { url } }) => {
  const company = await startCompany(url)
  for (const text of ['Is the tent waterproof?', 'Where is my order?', 'Do you sell gift cards?'])
    await startConversation(url, company.project.publicKey, text)
  await signIn(page, url, company)
  await page.goto(`${url}/chats?session=${company.sessionId}`)
  const composer = page.getByRole('region', { name: 'Reply' })
  const rows = list(page).getByRole('link')
  await expect(composer).toBeVisible()
  await expect(rows).toHaveCount(4)

  await test.step('in a conversation, it is above the composer', async () => {
    await archive(page, rows.filter({ hasText: 'gift cards' }))
    await expectBesides(page, 'Conversation archived', [list(page), composer])
    const [box, pane] = await Promise.all([
      toast(page).boundingBox(),
      page.getByRole('region', { name: 'Conversation', exact: true }).boundingBox(),
    ])
    const center = ({ x, width }: { x: number; width: number }) => x + width / 2
    expect(Math.abs(center(box!) - center(pane!))).toBeLessThan(2)
  })

  await test.step('a new toast replaces it, and its Undo restores the whole state', async () => {
    await archive(page, rows.filter({ hasText: 'Where is my order?' }))
    await expect(rows).toHaveCount(2)
    await expect(toast(page).getByRole('button', { name: 'Undo' })).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(rows).toHaveCount(3)
    await expect(rows.filter({ hasText: 'Where is my order?' })).toContainText('Needs a person')
    await expect(toast(page)).toHaveText('')
  })

  await test.step('beside a list without an open conversation, and above the list of a phone', async () => {
    await page.goto(`${url}/chats`)
    await archive(page, rows.first())
    await expectBesides(page, 'Conversation archived', [list(page)])
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(3)
    await page.setViewportSize({ width: 375, height: 740 })
    await archive(page, rows.first())
    await expectBesides(page, 'Conversation archived', [list(page)])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('below the content of other screens', async () => {
    await page.goto(`${url}/chats`)
    await archive(page, rows.first())
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click()
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await expectBesides(page, 'Conversation archived', [page.getByRole('main')])
    await toast(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(async () => (await page.getByRole('main').boundingBox())?.height).toBeGreaterThan(740)
  })
})
