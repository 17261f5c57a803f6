import type { Project } from '@aichat/contracts/company/projects'
import { type Person, type RealtimeClient, visit as startVisit } from '../../server/test/kit/client.ts'

export type Visitor = RealtimeClient & {
  token: string
  say(text: string, more?: object): ReturnType<RealtimeClient['send']>
}

/** Connects a visitor. */
export async function visit(url: string, { publicKey }: Pick<Project, 'publicKey'>): Promise<Visitor> {
  const started = await startVisit(url, publicKey)
  const client = await started.connect()
  let count = 0
  return {
    ...client,
    token: started.visitorToken,
    say: (text, more = {}) => client.send('message:send', { text, clientId: `c${count++}`, ...more }),
  }
}

/** Repeats a message that exceeds the rate limit, with the same clientId, until it is stored. Returns its conversation. */
export async function sayUntilAccepted({ say }: Visitor, text: string): Promise<{ sessionId: string }> {
  const clientId = text.slice(0, 20)
  for (;;) {
    const { success, session } = await say(text, { clientId })
    if (success) return session
  }
}

/** A published project whose AI answers from one text, which says that items may be returned within 30 days. */
export async function createAnsweringShop(ask: Person['get']): Promise<{ project: Project; itemId: string }> {
  const { id, widgetConfigId } = await ask('POST', '/api/projects', { name: 'Example Shop' })
  await ask('PATCH', `/api/widget/${widgetConfigId}`, {
    template: { key: 'minimal' },
    agent: { autoReply: true, autoReplyRateLimit: 5 },
  })
  const knowledge = `/api/projects/${id}/agent/kb`
  const content = 'You may return any item within 30 days of delivery.'
  const item = await ask('POST', knowledge, { type: 'manual', content })
  await ask('PATCH', `${knowledge}/${item.id}/embedded`)
  return { project: (await ask('POST', `/api/projects/${id}/publish`)).project, itemId: item.id }
}

/** A published project without auto-reply, so that every message is a person's. */
export async function createQuietProject(ask: Person['get']): Promise<Project> {
  const { widgetConfigId, id } = await ask('POST', '/api/projects', { name: 'Quiet Shop' })
  await ask('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' } })
  return (await ask('POST', `/api/projects/${id}/publish`)).project
}
