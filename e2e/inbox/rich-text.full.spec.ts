import { richTextSamples } from '@aichat/contracts/chat/rich-text.samples'
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { io } from 'socket.io-client'
import { signIn, startCompany } from '../kit/company.ts'
import { collectViolations } from '../kit/policy-violations.ts'
import { test } from '../kit/product.ts'

/** The elements in a form that does not depend on how a renderer sets attributes. */
function normalizedHtml(message: Locator): Promise<string> {
  return message.evaluate((root) => {
    const listed = ['href', 'value', 'dir']
    const isolating = { target: '_blank', rel: 'noopener noreferrer nofollow' }
    const serialize = (node: Node): string => {
      if (!(node instanceof HTMLElement)) {
        const text = node.textContent ?? ''
        return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      }
      const attributes = new Map([...node.attributes].map(({ name, value }) => [name, value]))
      if (node.localName === 'a') {
        for (const [name, value] of Object.entries({ ...isolating, title: attributes.get('href') })) {
          if (attributes.get(name) === value) attributes.delete(name)
        }
      }
      // An attribute that is not listed is shown as well, so that the comparison fails.
      const order = (name: string) => listed.indexOf(name)
      const written = [...attributes].sort(([one], [other]) => order(one) - order(other))
      const tag = [node.localName, ...written.map(([name, value]) => `${name}="${value}"`)].join(' ')
      if (node.localName === 'br') return `<${tag}>`
      return `<${tag}>${[...node.childNodes].map(serialize).join('')}</${node.localName}>`
    }
    return [...root.childNodes].map(serialize).join('')
  })
}

async function openWidget(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(address)
  await page.getByRole('button', { name: /^Open chat/ }).click()
  return page.frameLocator('iframe')
}

test('the inbox and the widget render every sample alike', async ({ context, page, product, website }) => {
  const company = await startCompany(product.url)
  await company.ask('PATCH', `/api/widget/${company.project.widgetConfigId}`, { agent: { autoReply: false } })
  await company.ask('POST', `/api/projects/${company.project.id}/publish`)
  website.pages['/samples'] = `<!doctype html><title>Tents</title>${company.embedCode}`
  const violations = collectViolations(page)
  const chat = await openWidget(page, `${website.url}/samples`)
  const field = chat.getByRole('textbox', { name: 'Message' })
  await field.fill('Show me the samples')
  await field.press('Enter')
  const findSession = async () => (await company.ask('GET', '/api/sessions?search=samples')).sessions[0]
  await expect.poll(findSession).toBeTruthy()
  const { sessionId } = await findSession()

  const inboxPage = await context.newPage()
  const inboxViolations = collectViolations(inboxPage)
  await signIn(inboxPage, product.url, company)
  await inboxPage.goto(`${product.url}/chats?session=${sessionId}`)
  const inboxText = (seq: number) => inboxPage.locator(`#message-${seq} .rich`)
  await expect(inboxPage.getByText('Show me the samples').last()).toBeVisible()

  const socket = io(product.url, {
    auth: { token: company.tokens.accessToken, role: 'admin' },
    transports: ['websocket'],
  })
  await socket.timeout(30_000).emitWithAck('agent:join', { sessionId })
  for (const [index, { text, html }] of richTextSamples.entries()) {
    const sent = { sessionId, text, clientId: `sample-${index}` }
    const { message } = await socket.timeout(30_000).emitWithAck('message:send', sent)
    // The greeting and the visitor's message come before the samples.
    const inWidget = chat.locator('.bubble .rich').nth(index + 2)
    await expect(inWidget).toBeAttached()
    await expect(inboxText(message.seq)).toBeAttached()
    expect.soft(await normalizedHtml(inWidget), `widget: ${text.slice(0, 80)}`).toBe(html)
    expect.soft(await normalizedHtml(inboxText(message.seq)), `inbox: ${text.slice(0, 80)}`).toBe(html)
  }
  socket.disconnect()
  expect(violations).toEqual([])
  expect(inboxViolations).toEqual([])
})

test('a link in the inbox opens a new tab and does not reveal the address of the console', async ({
  context,
  page,
  product,
  website,
}) => {
  const company = await startCompany(product.url)
  website.pages['/opened'] = '<!doctype html><title>Opened</title>'
  const socket = io(product.url, {
    auth: { token: company.tokens.accessToken, role: 'admin' },
    transports: ['websocket'],
  })
  const { sessionId } = company
  await socket.timeout(30_000).emitWithAck('agent:join', { sessionId })
  const text = `See ${website.url}/opened`
  await socket.timeout(30_000).emitWithAck('message:send', { sessionId, text, clientId: 'link' })
  socket.disconnect()
  await signIn(page, product.url, company)
  await page.goto(`${product.url}/chats?session=${sessionId}`)
  const link = page.getByRole('log').getByRole('link', { name: `${website.url}/opened` })
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(tab).toHaveTitle('Opened')
  expect(await tab.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
  await expect(page).toHaveURL(`${product.url}/chats?session=${sessionId}`)
})
