import type { Message } from '@aichat/contracts/chat/messages'
import type { Session } from '@aichat/contracts/chat/sessions'
import type { Role } from '@aichat/contracts/company/permissions'
import type { Project } from '@aichat/contracts/company/projects'
import { afterAll, beforeAll } from 'vitest'
import { createInspections } from '../src/findings/inspections.ts'
import type { Settings } from '../src/kit/process/settings.ts'
import type { StartOptions } from '../src/open-app.ts'
import {
  call,
  connect,
  disconnectAll,
  join,
  type Person,
  type RealtimeClient,
  signUp,
  visit,
  waitUntil,
} from './client.ts'
import { sharedServer, startServer, type TestServer } from './server.ts'

export type Fixtures = ReturnType<typeof createFixtures>

/** Functions that create people on the server of this worker, which all test files with the default settings share. */
export function createFixtures() {
  let server: TestServer
  beforeAll(async () => {
    server = await sharedServer()
  })
  afterAll(disconnectAll)
  return fixturesOn(() => server)
}

/** The same on a server that only this file uses: for other settings, and for tests that disturb others or count everything. */
export function createPrivateFixtures(change: Partial<Settings> = {}, options: Partial<StartOptions> = {}) {
  let server: TestServer & { stop(): Promise<void> }
  beforeAll(async () => {
    server = await startServer(change, options)
  })
  afterAll(async () => {
    disconnectAll()
    await server?.stop()
  })
  return fixturesOn(() => server)
}

function fixturesOn(current: () => TestServer) {
  return {
    get server() {
      return current()
    },
    call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      call(current().url, method, path, body, headers),
    signUp: (name = 'acme') => signUp(current().url, name),
    joined: (by: Person, role: Role, name = `Their ${role}`) => join(current().url, by, role, name),
    visitor: (publicKey: string, token?: string) => visit(current().url, publicKey, token),
    connect: (namespace: string, auth: object) => connect(`${current().url}${namespace}`, auth),
  }
}

/** A published project with the given widget sections. */
export async function createPublishedProject(owner: Person, patch: object = {}): Promise<Project> {
  const created: Project = await owner.get('POST', '/api/projects', { name: 'Shop' })
  await owner.get('PATCH', `/api/widget/${created.widgetConfigId}`, {
    template: { key: 'minimal' },
    ...patch,
  })
  const { project } = await owner.get('POST', `/api/projects/${created.id}/publish`)
  return project
}

/** Adds and embeds a text item. Returns its id. */
export async function addKnowledge(
  owner: Pick<Person, 'get'>,
  projectId: string,
  content: string,
): Promise<string> {
  const item = await owner.get('POST', `/api/projects/${projectId}/agent/kb`, { type: 'manual', content })
  const { status } = await owner.get('PATCH', `/api/projects/${projectId}/agent/kb/${item.id}/embedded`)
  if (status !== 'embedded') throw new Error(`the item is ${status}`)
  return item.id
}

/** Adds two contradicting items, inspects the knowledge and returns the id of the finding. */
export async function addFinding(fixtures: Fixtures, owner: Person, projectId: string): Promise<string> {
  await addKnowledge(owner, projectId, 'You can return an item within 30 days.')
  await addKnowledge(owner, projectId, 'Returns are possible within 14 days.')
  const { findings } = await waitUntil(
    async () => {
      // Repeated, because the job may store what it has read before these items.
      await inspectKnowledge(fixtures, owner, projectId)
      return owner.get('GET', `/api/projects/${projectId}/agent/findings`)
    },
    (list) => list.findings.length > 0,
  )
  return findings[0].id
}

/** Inspects now what the job would inspect a moment after the last change. */
export async function inspectKnowledge(fixtures: Fixtures, owner: Person, projectId: string): Promise<void> {
  await createInspections(fixtures.server.app).handle({ companyId: owner.data.company.id, projectId })
}

/** Lets a visitor ask a question that the AI cannot answer. Returns its id in the list of unanswered questions. */
export async function addUnansweredQuestion(
  fixtures: Fixtures,
  owner: Person,
  project: Pick<Project, 'id' | 'publicKey'>,
): Promise<string> {
  const line = await (await fixtures.visitor(project.publicKey)).connect()
  const { session } = await line.send('message:send', { text: 'hello', clientId: 'greeting' })
  await owner.get('PATCH', `/api/sessions/${session.sessionId}/auto-reply`, { enabled: true })
  await line.send('message:send', { text: 'Is there a zeppelin hangar?', clientId: 'question' })
  const { questions } = await waitUntil(
    () => owner.get('GET', `/api/projects/${project.id}/answer-tests/questions`),
    (list) => list.questions.length > 0,
  )
  return questions[0].id
}

/** Sends a message of the visitor, and returns the id of the conversation. */
export async function askQuestion(visitor: RealtimeClient, text: string): Promise<string> {
  const { session } = await visitor.send('message:send', { text, clientId: `q-${text}` })
  return session.sessionId
}

/** Whether an event `message:new` has a message of the other side. */
export const isReply = ({ message }: { message: Message }) => message.from !== 'visitor'

/** All messages of a conversation, oldest first, page by page. */
export async function listMessages(owner: Person, sessionId: string): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const before = all[0] ? `&before=${all[0].seq}` : ''
    const { messages, hasMore } = await owner.get(
      'GET',
      `/api/sessions/${sessionId}/messages?limit=500${before}`,
    )
    all.unshift(...messages)
    if (!hasMore) return all
  }
}

export async function listSessions(owner: Person, query = ''): Promise<Session[]> {
  const { sessions } = await owner.get('GET', `/api/sessions${query}`)
  return sessions
}
