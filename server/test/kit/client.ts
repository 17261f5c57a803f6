import type { VisitorStart } from '@aichat/contracts/chat/visitors'
import type { SignedIn } from '@aichat/contracts/company/auth'
import type { Role } from '@aichat/contracts/company/permissions'
import type { TeamMember } from '@aichat/contracts/company/users'
import { io, type Socket } from 'socket.io-client'
import { type ApiResponse, callApi, sendRequest, startVisit } from '../../src/ops/seed/api-client.ts'

/** A signed-in user, and functions that call the API as that user. */
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
  /** Resolves when the connection has ended. */
  disconnected(): Promise<void>
  /** All events so far. */
  received: { event: string; data: unknown }[]
}

export type Visitor = VisitorStart & { connect(): Promise<RealtimeClient> }

let emailCount = 0

/** An address that no other person on this server has. */
export function newEmail(name: string): string {
  return `${name}-${process.pid}-${++emailCount}@example.com`
}

const opened = new Set<Socket>()

/** Ends all connections that were opened here, so that they do not outlive the server. */
export function disconnectAll(): void {
  for (const socket of opened) socket.disconnect()
  opened.clear()
}

/** Calls the API without a sign-in unless the headers have a token. Never throws for a status. */
export function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<ApiResponse> {
  return sendRequest(url, method, path, { body, headers })
}

export type UploadedPart = { name: string; content: string | Uint8Array; field?: string; type?: string }

/** Uploads files as multipart/form-data, to the field `file` unless a part names another one. */
export function upload(
  url: string,
  path: string,
  token: string,
  parts: UploadedPart[],
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const form = new FormData()
  for (const { name, content, field = 'file', type } of parts) {
    const bytes = typeof content === 'string' ? content : new Uint8Array(content)
    form.append(field, new Blob([bytes], { type }), name)
  }
  return call(url, 'POST', path, form, { authorization: `Bearer ${token}`, ...headers })
}

/** Signs up the owner of a new company. */
export async function signUp(
  url: string,
  name: string,
  names: { companyName?: string; name?: string } = {},
): Promise<Person> {
  const form = {
    companyName: `The ${name} company`,
    name: `Owner of ${name}`,
    email: newEmail(name),
    password: 'correct horse',
    ...names,
  }
  return person(url, await callApi(url, 'POST', '/api/auth/signup', { body: form }))
}

/** Invites a person and returns the path of their link. */
export async function invite(
  by: Pick<Person, 'get'>,
  form: object,
): Promise<{ user: TeamMember; inviteUrl: string; canMail: boolean; path: string }> {
  const { user, inviteUrl, canMail } = await by.get('POST', '/api/users/invitations', form)
  return { user, inviteUrl, canMail, path: `/api/invitations/${inviteUrl.split('/').at(-1)}` }
}

/** Invites a person and accepts the invitation. */
export async function join(url: string, by: Pick<Person, 'get'>, role: Role, name: string): Promise<Person> {
  const { path } = await invite(by, { email: newEmail('colleague'), role })
  return person(url, await callApi(url, 'POST', path, { body: { name, password: 'correct horse' } }))
}

/** Adds the functions of a person to what a sign-in returned. */
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

/** Connects to a namespace, such as `/visitor`, without reconnecting. @throws the server's error if it refuses the connection */
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
    async disconnected() {
      await waitUntil(
        async () => socket.connected,
        (isConnected) => !isConnected,
      )
    },
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

/** Starts a visit on a page of the example shop: as a new visitor, or as the one with the token. */
export async function visit(url: string, publicKey: string, visitorToken?: string): Promise<Visitor> {
  const started = await startVisit(url, publicKey, {
    ...(visitorToken ? { visitorToken } : {}),
    pageUrl: 'https://shop.example.com/tents',
    locale: 'en',
  })
  return { ...started, connect: () => connect(`${url}/visitor`, { visitorToken: started.visitorToken }) }
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
