import type { SignedIn } from '@aichat/contracts/auth'
import type { Message } from '@aichat/contracts/messages'
import type { Role } from '@aichat/contracts/permissions'
import type { Project } from '@aichat/contracts/projects'
import type { Session } from '@aichat/contracts/sessions'
import type { TeamMember } from '@aichat/contracts/users'
import type { VisitorStart } from '@aichat/contracts/visitors'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll } from 'vitest'
import { createInspections } from '../src/findings/inspections.ts'
import type { Settings } from '../src/kit/process/settings.ts'
import type { StartOptions } from '../src/open-app.ts'
import { sharedServer, startServer, type TestServer } from './server.ts'

/** A response of the API. */
// biome-ignore lint/suspicious/noExplicitAny: tests read untyped responses
export type ApiResponse = { status: number; headers: Headers; text: string; body: any }

export type Person = SignedIn & {
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>
  /** The `data` of a call that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped responses
  get(method: string, path: string, body?: unknown): Promise<any>
  connect(): Promise<RealtimeClient>
}

/** A realtime client that records the events it receives. */
export type RealtimeClient = {
  socket: Socket
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped responses
  send(command: string, payload?: unknown): Promise<any>
  /** The next event of that name that was not taken yet (and passes `which`). */
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped responses
  next(event: string, which?: (data: any) => boolean): Promise<any>
  /** All events so far. */
  received: { event: string; data: unknown }[]
}

export type Visitor = VisitorStart & { connect(): Promise<RealtimeClient> }

export type Fixtures = ReturnType<typeof createFixtures>

let counter = 0
const opened = new Set<Socket>()

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

function disconnectAll() {
  for (const socket of opened) socket.disconnect()
  opened.clear()
}

function fixturesOn(current: () => TestServer) {
  return {
    get server() {
      return current()
    },
    call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      call(current().url, method, path, body, headers),
    signUp: (name = 'acme') => signUp(current().url, name),
    joined: (by: Person, role: Role, name?: string) => joined(current().url, by, role, name),
    visitor: (publicKey: string, token?: string) => visit(current().url, publicKey, token),
    connect: (namespace: string, auth: object) => connect(`${current().url}${namespace}`, auth),
  }
}

export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: asJson(text) }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function signUp(url: string, name: string): Promise<Person> {
  const email = `${name}-${++counter}@example.com`
  const form = {
    companyName: `The ${name} company`,
    name: `Owner of ${name}`,
    email,
    password: 'correct horse',
  }
  const { status, body } = await call(url, 'POST', '/api/auth/signup', form)
  if (status !== 201) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`)
  return person(url, body)
}

/** Invites a person and returns the path of their link. */
export async function invite(
  by: Person,
  form: object,
): Promise<{ user: TeamMember; inviteUrl: string; path: string }> {
  const { user, inviteUrl } = await by.get('POST', '/api/users/invitations', form)
  return { user, inviteUrl, path: `/api/invitations/${inviteUrl.split('/').at(-1)}` }
}

/** Invites a person to the company of `by` and accepts the invitation. */
async function joined(url: string, by: Person, role: Role, name = `Their ${role}`): Promise<Person> {
  const email = `colleague-${++counter}@example.com`
  const { path } = await invite(by, { email, role })
  const { status, body } = await call(url, 'POST', path, { name, password: 'correct horse' })
  if (status !== 201) throw new Error(`joining answered ${status}: ${JSON.stringify(body)}`)
  return person(url, body)
}

export function person(url: string, signedIn: SignedIn): Person {
  const authorization = `Bearer ${signedIn.tokens.accessToken}`
  const ask = (method: string, path: string, body?: unknown) =>
    call(url, method, path, body, { authorization })
  return {
    ...signedIn,
    call: ask,
    async get(method, path, body) {
      const answer = await ask(method, path, body)
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer.body.data
    },
    connect: () => connect(`${url}/`, { token: signedIn.tokens.accessToken, role: 'admin' }),
  }
}

/** @throws the server's error if the connection is refused */
export async function connect(url: string, auth: object): Promise<RealtimeClient> {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  const received: RealtimeClient['received'] = []
  const taken = new Set<number>()
  socket.onAny((event: string, data: unknown) => received.push({ event, data }))
  opened.add(socket)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    socket,
    received,
    send: (command, payload) => socket.timeout(maxWaitMs).emitWithAck(command, payload),
    next(event, which = () => true) {
      const take = () => {
        const index = received.findIndex(
          (one, place) => !taken.has(place) && one.event === event && which(one.data),
        )
        if (index >= 0) taken.add(index)
        return received[index]
      }
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = take()
          if (!found) return
          socket.offAny(look)
          clearTimeout(timer)
          resolve(found.data)
        }
        const timer = setTimeout(() => {
          socket.offAny(look)
          const events = received.map((one) => one.event)
          reject(new Error(`no ${event} within ${maxWaitMs} ms; received ${JSON.stringify(events)}`))
        }, maxWaitMs)
        socket.onAny(look)
        look()
      })
    },
  }
}

export async function visit(url: string, publicKey: string, visitorToken?: string): Promise<Visitor> {
  const answer = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {
    ...(visitorToken ? { visitorToken } : {}),
    pageUrl: 'https://shop.example.com/tents',
    locale: 'en',
  })
  if (answer.status !== 200) throw new Error(`a visit answered ${answer.status}: ${answer.text}`)
  const started = answer.body.data as VisitorStart
  return { ...started, connect: () => connect(`${url}/visitor`, { visitorToken: started.visitorToken }) }
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

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** The longest wait in a test. It only ends a test that hangs: what takes that long is broken. */
export const maxWaitMs = 30_000

/** Polls until the predicate holds. @throws an error with the last value after `maxWaitMs` */
export async function waitUntil<T>(look: () => Promise<T>, isRight: (seen: T) => boolean): Promise<T> {
  const until = Date.now() + maxWaitMs
  for (;;) {
    const seen = await look()
    if (isRight(seen)) return seen
    if (Date.now() > until) throw new Error(`still ${JSON.stringify(seen)} after ${maxWaitMs} ms`)
    await sleep(50)
  }
}
