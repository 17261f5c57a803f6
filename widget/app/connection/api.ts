import type { Message } from '@aichat/contracts/chat/messages'
import type { VisitorSession } from '@aichat/contracts/chat/visitors'
import type { HostPage } from '../../protocol.ts'
import {
  type ChatConfig,
  type Contact,
  isObject,
  readConfig,
  readContact,
  readList,
  readMessage,
  readSession,
  readText,
} from './shapes.ts'

export type VisitorStart = {
  visitorToken: string
  session: VisitorSession | null
  messages: Message[]
  contact: Contact
  /** Why the page's identity token was rejected; empty if it was accepted. */
  identityProblem: string
}

/** Returns null if nothing is published under this key. Throws if the server cannot be reached. */
export async function fetchConfig(
  publicKey: string,
  language: string,
  cache?: RequestCache,
): Promise<ChatConfig | null> {
  const query = language === 'en' ? '' : `?lang=${language}`
  const response = await fetch(`${getPath(publicKey)}${query}`, cache && { cache })
  if (response.status === 404) return null
  const config = readConfig(await readData(response))
  if (!config) throw new Error('invalid config')
  return config
}

/** Returns null if the chat has been deleted. Throws if the server cannot be reached. */
export async function startVisitor(
  publicKey: string,
  visitorToken: string | null,
  identity: string,
  page: HostPage,
): Promise<VisitorStart | null> {
  const response = await fetch(`${getPath(publicKey)}/visitors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      visitorToken,
      identity,
      pageUrl: page.url,
      referrer: page.referrer,
      locale: page.language.slice(0, 35),
    }),
  })
  if (response.status === 404) return null
  const data = await readData(response)
  if (!isObject(data) || !readText(data.visitorToken)) throw new Error('invalid visitor')
  return {
    visitorToken: readText(data.visitorToken),
    session: readSession(data.session),
    messages: readList(data.messages, readMessage),
    contact: readContact(data.contact),
    identityProblem: readText(data.identityProblem),
  }
}

function getPath(publicKey: string) {
  return `/api/public/${encodeURIComponent(publicKey)}`
}

async function readData(response: Response): Promise<unknown> {
  const answer: unknown = await response.json()
  if (!response.ok || !isObject(answer)) throw new Error(`HTTP ${response.status}`)
  return answer.data
}
