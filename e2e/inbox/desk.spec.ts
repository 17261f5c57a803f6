import type { Project } from '@aichat/contracts/company/projects'
import { expect, type Page } from '@playwright/test'
import { join } from '../../server/test/kit/client.ts'
import { signIn } from '../kit/company.ts'
import { signUp, test } from '../kit/staff.ts'
import { createQuietProject, visit } from '../kit/visitor.ts'

const rows = (page: Page) => page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem')
const row = (page: Page, text: RegExp | string) => rows(page).filter({ hasText: text })
const transcript = (page: Page) => page.getByRole('region', { name: /Conversation with/ })

async function setUp(url: string) {
  const owner = await signUp(url)
  const ask = owner.get
  const shop: Project = await createQuietProject(ask)
  const colleague = await join(url, owner, 'Agent', 'Second Agent')
  return { owner, ask, shop, colleague }
}

test('an agent finds, recognizes and answers conversations', async ({ page, product: { url } }) => {
  const { owner, ask, shop, colleague } = await setUp(url)
  const second: Project = await createQuietProject(ask)
  await ask('PUT', `/api/projects/${second.id}`, { name: 'Second Shop' })
  const [ann, ben, cem] = [await visit(url, shop), await visit(url, shop), await visit(url, second)]
  const annId: string = (await ann.say('Is the tent waterproof?')).session.sessionId
  const benId: string = (await ben.say('Where is my order?')).session.sessionId
  const cemId: string = (await cem.say('Do you sell kayaks?')).session.sessionId
  const asColleague = colleague.get
  await signIn(page, url, owner)
  await page.goto(`${url}/chats`)

  await test.step('rows show the last message, then who needs a person, waits and is assigned', async () => {
    await expect(rows(page)).toHaveCount(3)
    await expect(row(page, 'Is the tent waterproof?')).toContainText(
      /Guest Visitor.*#1.*Waiting · now.*Quiet Shop/,
    )
    await expect(row(page, 'Where is my order?')).toContainText(/Guest Visitor.*#2/)
    await ben.socket.timeout(10_000).emitWithAck('person:request', {})
    await expect(row(page, '#2')).toContainText(/Where is my order\?.*Needs a person · now/)
    await ask('PATCH', `/api/sessions/${annId}/assign`, { agentId: colleague.data.user.id })
    await expect(row(page, '#1')).toContainText('Second Agent')
    const list = await page.getByRole('navigation', { name: 'Conversations' }).boundingBox()
    const [first] = await rows(page).all()
    const box = await first?.boundingBox()
    // Eight conversations fit into a window of 800 px.
    const left = (list?.y ?? 0) + (list?.height ?? 0) - (box?.y ?? 0)
    expect(left / (box?.height ?? 1)).toBeGreaterThanOrEqual(8)
  })

  await test.step('views and filters are in the URL', async () => {
    await page.getByRole('button', { name: 'Needs you 3' }).click()
    await expect(page).toHaveURL(/view=needs_you/)
    await asColleague('POST', `/api/sessions/${annId}/messages`, { text: 'Yes, it is.', clientId: 'a1' })
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Needs you 2' })).toBeVisible()
    await ann.say('And the floor?')
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Unassigned 2' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(page).toHaveURL(/assigned=none/)
    await asColleague('PATCH', `/api/sessions/${cemId}/assign`, { agentId: owner.data.user.id })
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Mine' }).click()
    await expect(row(page, 'Do you sell kayaks?')).toBeVisible()
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Mine' }).click()
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Filter conversations' }).click()
    await page.getByRole('combobox', { name: 'Project' }).selectOption('Second Shop')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(new RegExp(`project=${second.id}`))
    await page.getByRole('combobox', { name: 'Assignee' }).click()
    await expect(page.locator('select:open')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('select:open')).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Assignee' }).click()
    await page.getByRole('option', { name: 'Second Agent' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Filter conversations' })).toBeHidden()
    await expect(page.getByText('No matching conversations')).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter Project: Second Shop' }).click()
    await expect(row(page, 'And the floor?')).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter Assignee: Second Agent' }).click()
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('the bell shows a new assignment until the conversation is opened', async () => {
    await page.getByRole('button', { name: /^Notifications, \d+ unread, 1 new assignment/ }).click()
    await page.getByRole('list', { name: 'New assignments' }).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`session=${cemId}`))
    await expect(page.getByRole('button', { name: /^Notifications, .*assignment/ })).toBeHidden()
  })

  await test.step('a search highlights hits and leads to those in other statuses', async () => {
    await ask('PATCH', `/api/sessions/${benId}/status`, { status: 'closed' })
    const search = page.getByRole('searchbox', { name: 'Search conversations' })
    await page.getByRole('button', { name: /^Mine/ }).click()
    await search.fill('where is')
    await expect(page.getByText('No results for "where is"')).toBeVisible()
    await page.getByRole('link', { name: 'Search all conversations (1)' }).click()
    await expect(rows(page).locator('mark')).toHaveText('Where is')
    await search.fill('#1')
    await expect(row(page, 'And the floor?')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await search.fill('')
    await page.goto(`${url}/chats?session=${annId}`)
  })

  await test.step('the visitor pane shows what the website states, at once', async () => {
    const pane = page.getByRole('complementary', { name: 'Visitor details' })
    await ann.socket.timeout(10_000).emitWithAck('attributes', {
      attributes: {
        plan: 'yearly',
        orders: 12345,
        vip: true,
        joined: '2026-03-01',
        account: 'https://shop.example.com/customers/7',
      },
    })
    const fact = (name: string) =>
      pane.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
    await expect(fact('plan')).toHaveText('yearly')
    await expect(fact('orders')).toHaveText('12,345')
    await expect(fact('vip')).toHaveText('Yes')
    await expect(fact('joined')).toHaveText('Mar 1, 2026')
    await expect(fact('account').getByRole('link')).toHaveAttribute(
      'href',
      'https://shop.example.com/customers/7',
    )
    await expect(pane.getByText('#1', { exact: true })).toBeVisible()
    await ann.socket.timeout(10_000).emitWithAck('page', { pageUrl: 'https://shop.example.com/boats' })
    await expect(fact('Page').getByRole('link')).toHaveAttribute('href', 'https://shop.example.com/boats')
    await expect(fact('Before').getByRole('link')).toHaveAttribute('href', 'https://shop.example.com/tents')
    await pane.getByRole('combobox', { name: 'Assignee' }).selectOption('Unassigned')
    await expect(row(page, '#1')).not.toContainText('Second Agent')
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('yearl')
    await expect(row(page, 'plan: yearly').locator('mark')).toHaveText('yearl')
    await expect(page.getByRole('link', { name: /^Search all conversations/ })).toBeHidden()
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('')
  })

  await test.step('the header has room for the name with the pane open and closed', async () => {
    await ask('PATCH', `/api/sessions/${annId}/needs-human`, { needsHuman: true })
    const header = page.getByRole('region', { name: 'Conversation', exact: true }).locator('header')
    const name = header.getByText('Guest Visitor', { exact: true })
    await expect(header.getByText('Needs a person')).toBeAttached()
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(85)
      expect(await findOverlaps(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Close visitor details' }).click()
    expect(await findOverlaps(page)).toEqual([])
  })

  await test.step('an own message is shown although the agent had scrolled up', async () => {
    for (let index = 0; index < 12; index++)
      await ann.say(`A long line about the tent\n\nand its poles ${index}`)
    await expect(transcript(page).getByText('and its poles 11')).toBeVisible()
    await transcript(page).evaluate((box) => box.scrollTo(0, 0))
    await page.getByRole('textbox', { name: 'Message' }).fill('Here I am')
    await page.keyboard.press('Enter')
    await expect(transcript(page).getByText('Here I am')).toBeInViewport()
  })

  await test.step('files are dropped anywhere on the conversation', async () => {
    await transcript(page).evaluate((box) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['Care for it'], 'the "best" care.txt', { type: 'text/plain' }))
      for (const type of ['dragenter', 'dragover', 'drop'])
        box.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    })
    const files = page.getByRole('list', { name: 'Files to send' })
    await expect(files).toContainText('the "best" care.txt')
    await page.getByTestId('attach').setInputFiles([
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') },
    ])
    await expect(files).toContainText('The file is empty.')
    await expect(files).toContainText("The file's content does not match its name.")
    for (const name of ['empty.txt', 'fake.png'])
      await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(transcript(page).getByRole('button', { name: /Save the "best" care\.txt/ })).toBeVisible()
  })

  await test.step('a phone with its keyboard open shows the messages', async () => {
    await page.setViewportSize({ width: 375, height: 377 })
    const assistant = page.getByRole('switch', { name: 'Writing Assistant', exact: true })
    await page.locator('label').filter({ has: assistant }).click()
    await expect(assistant).toBeChecked()
    await page.getByRole('textbox', { name: 'Message' }).click()
    await expect.poll(async () => (await transcript(page).boundingBox())?.height).toBeGreaterThanOrEqual(160)
    await page.locator('label').filter({ has: assistant }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('a lost network is shown before a missing ping reveals it', async () => {
    await page.context().setOffline(true)
    await expect(
      page.getByText("You're offline. Your messages will be sent when you're back online."),
    ).toBeVisible()
    await expect(page.getByText('Connected', { exact: true })).toBeHidden()
    await page.context().setOffline(false)
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  })

  await test.step('a deleted project takes its conversations along', async () => {
    await ask('DELETE', `/api/projects/${shop.id}`)
    await expect(page.getByText('This conversation was deleted with its project')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden()
  })
})

/** The names of elements in the conversation's header that cover each other. */
function findOverlaps(page: Page): Promise<string[]> {
  return page.getByRole('region', { name: 'Conversation', exact: true }).evaluate((section) => {
    const header = section.querySelector('header') as HTMLElement
    const boxes = [...header.querySelectorAll<HTMLElement>('h2 > *, p, button, label')]
      .filter((element) => element.clientWidth > 1)
      .map((element) => ({
        text: element.textContent || element.ariaLabel,
        box: element.getBoundingClientRect(),
      }))
    const frame = header.getBoundingClientRect()
    const outside = boxes.filter(({ box }) => box.left < frame.left || box.right > frame.right + 0.5)
    const pairs = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box }) =>
            box.left < one.box.right - 0.5 &&
            one.box.left < box.right - 0.5 &&
            box.top < one.box.bottom - 0.5 &&
            one.box.top < box.bottom - 0.5,
        )
        .map((other) => `${one.text} covers ${other.text}`),
    )
    return [...outside.map(({ text }) => `${text} is outside`), ...pairs]
  })
}
