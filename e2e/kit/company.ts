import type { SignedIn } from '@aichat/contracts/company/auth'
import type { Project } from '@aichat/contracts/company/projects'
import type { Page } from '@playwright/test'
import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import { connect, type Person, signUp } from '../../server/test/kit/client.ts'

export type Company = Person & {
  project: Project
  embedCode: string
  sessionId: string
  /** Calls the API as its owner and returns the `data`. */
  ask: Person['get']
}

/** Creates a company with a published project, one knowledge item and one conversation, through the API. */
export async function startCompany(url: string): Promise<Company> {
  const owner = await signUp(url, 'owner', { companyName: 'Example Company', name: 'Sample Agent' })
  const ask = owner.get
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
  return { ...owner, project, embedCode, sessionId: await startConversation(url, project.publicKey), ask }
}

/** Starts a conversation as a visitor with one question, and returns its id. */
export async function startConversation(
  url: string,
  publicKey: string,
  text = 'How many days do I have to return an item?',
): Promise<string> {
  // Without a page, because the visit of a page counts as an installation.
  const { visitorToken } = await startVisit(url, publicKey)
  const { socket, send } = await connect(`${url}/visitor`, { visitorToken })
  const { session } = await send('message:send', { text, clientId: 'first' })
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
