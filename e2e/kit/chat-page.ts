import { expect, type FrameLocator, type Page } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import { type Company, startCompany } from './company.ts'
import type { Product } from './product.ts'

type Website = { url: string; pages: Record<string, string> }

/** A company with an FAQ and its own greetings, and its connected agent. */
export async function startChatCompany({ url }: Product): Promise<{ company: Company; agent: Socket }> {
  const company = await startCompany(url)
  const { project, ask, tokens } = company
  await ask('POST', `/api/projects/${project.id}/faq`, {
    question: 'Do you ship to islands?',
    answer: 'Yes, by **boat**.',
  })
  await ask('PATCH', `/api/projects/${project.id}/faq-toggle`, { faqEnabled: true })
  await publishWidget(company, {
    greetings: {
      firstVisit: 'Hello there',
      returning: 'Welcome back',
      translations: { ar: { firstVisit: 'مرحبًا بك' } },
    },
  })
  const auth = { token: tokens.accessToken, role: 'admin' }
  return { company, agent: io(url, { auth, transports: ['websocket'] }) }
}

/** Changes the widget and publishes it. */
export async function publishWidget({ project, ask }: Company, patch: object): Promise<void> {
  await ask('PATCH', `/api/widget/${project.widgetConfigId}`, patch)
  await ask('POST', `/api/projects/${project.id}/publish`)
}

/** Opens a page of the website that has the company's chat. */
export async function visitPage(
  page: Page,
  website: Website,
  { embedCode, path, lang = 'en' }: { embedCode: string; path: string; lang?: string },
): Promise<void> {
  website.pages[path] = `<!doctype html><html lang="${lang}"><title>Tents</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><main><h1>Tents</h1></main>${embedCode}`
  await page.goto(website.url + path)
}

export async function openChat(page: Page): Promise<FrameLocator> {
  const launcher = page.locator('aichat-widget .launcher')
  await expect(launcher).toHaveAttribute('aria-expanded')
  // On a website whose previous page had the chat open, it is open already.
  if ((await launcher.getAttribute('aria-expanded')) === 'false') await launcher.click()
  return page.frameLocator('iframe')
}

export const getField = (chat: FrameLocator) => chat.locator('textarea')

export async function sendInChat(chat: FrameLocator, text: string): Promise<void> {
  await getField(chat).fill(text)
  await getField(chat).press('Enter')
  await expect(chat.getByRole('log').getByText(text)).toBeVisible()
}

/** The conversation in which the visitor has written this, among the newest. No other test may write it. */
export async function findSession({ ask }: Company, text: string): Promise<string> {
  let sessionId: string | undefined
  const find = async () => {
    const { sessions } = await ask('GET', '/api/sessions?limit=3')
    for (const session of sessions) {
      const { messages } = await ask('GET', `/api/sessions/${session.sessionId}/messages`)
      if (messages.some((one: { text: string }) => one.text.includes(text))) sessionId ??= session.sessionId
    }
    return sessionId
  }
  await expect.poll(find).toBeTruthy()
  return sessionId as string
}
