import type { SignedIn } from '@aichat/contracts/auth'
import type { Project } from '@aichat/contracts/projects'
import type { Page } from '@playwright/test'
import { io } from 'socket.io-client'

export type Company = SignedIn & {
  project: Project
  embedCode: string
  sessionId: string
  /** Calls the API as this company and returns the `data`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without their types
  ask(method: string, path: string, body?: object): Promise<any>
}

let counter = 0

/** Creates a company with a published project, one knowledge item and one conversation, through the API. */
export async function startCompany(url: string): Promise<Company> {
  const signedIn: SignedIn = await call(url, 'POST', '/api/auth/signup', {
    companyName: 'Example Company',
    name: 'Sample Agent',
    email: `agent-${Date.now()}-${++counter}@example.com`,
    password: 'correct horse',
  })
  const ask = async (method: string, path: string, body?: object) =>
    (await call(url, method, path, body, signedIn.tokens.accessToken)).data
  const created = await ask('POST', '/api/projects', { name: 'Example Shop' })
  await ask('PATCH', `/api/widget/${created.widgetConfigId}`, {
    template: { key: 'minimal' },
    agent: { autoReply: true, autoReplyRateLimit: 5 },
  })
  const knowledge = `/api/projects/${created.id}/agent/kb`
  const item = await ask('POST', knowledge, {
    type: 'manual',
    content: 'You may return any item within 30 days of delivery. Returns are free of charge.',
  })
  await ask('PATCH', `${knowledge}/${item.id}/embedded`)
  const { project, embedCode } = await ask('POST', `/api/projects/${created.id}/publish`)
  return { ...signedIn, project, embedCode, sessionId: await startConversation(url, project.publicKey), ask }
}

/** Starts a conversation as a visitor with one question, and returns its id. */
export async function startConversation(
  url: string,
  publicKey: string,
  text = 'How many days do I have to return an item?',
): Promise<string> {
  const { data } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})
  const socket = io(`${url}/visitor`, {
    auth: { visitorToken: data.visitorToken },
    transports: ['websocket'],
  })
  const { session } = await socket.timeout(10_000).emitWithAck('message:send', {
    text,
    clientId: 'first',
  })
  socket.disconnect()
  return session.sessionId
}

/** Stores a sign-in in the browser, as the console does. */
export async function signIn(page: Page, url: string, { tokens, data }: SignedIn): Promise<void> {
  await page.goto(`${url}/login`)
  await page.evaluate(
    (items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value)
    },
    { ...tokens, user: JSON.stringify(data.user), company: JSON.stringify(data.company) },
  )
}

export async function call(url: string, method: string, path: string, body?: object, token?: string) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer.message}`)
  return answer
}
