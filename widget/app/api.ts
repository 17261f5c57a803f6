import type { Message } from '@aichat/contracts/messages'
import type { PublicConfig, VisitorSession } from '@aichat/contracts/visitors'
import type { HostPage } from '../protocol.ts'
import { isObject, readList, readMessage, readPublicConfig, readSession, readText } from './shapes.ts'

export type Start = {
  visitorToken: string
  isReturning: boolean
  session: VisitorSession | null
  messages: Message[]
  /** Why the token that the page gave was not believed; empty when it was. */
  identityProblem: string
}

/** Answers null where nothing is published under this key; throws when the server cannot be reached. */
export async function fetchConfig(publicKey: string, language: string): Promise<PublicConfig | null> {
  const response = await fetch(`${pathOf(publicKey)}${language === 'en' ? '' : `?lang=${language}`}`)
  if (response.status === 404) return null
  const config = readPublicConfig(await dataOf(response))
  if (!config) throw new Error('not a config')
  return config
}

export async function startVisitor(
  publicKey: string,
  visitorToken: string | null,
  identity: string,
  page: HostPage,
): Promise<Start> {
  const response = await fetch(`${pathOf(publicKey)}/visitors`, {
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
  const data = await dataOf(response)
  if (!isObject(data) || !readText(data.visitorToken)) throw new Error('not a visitor')
  return {
    visitorToken: readText(data.visitorToken),
    isReturning: data.returning === true,
    session: readSession(data.session),
    messages: readList(data.messages, readMessage),
    identityProblem: readText(data.identityProblem),
  }
}

function pathOf(publicKey: string) {
  return `/api/public/${encodeURIComponent(publicKey)}`
}

async function dataOf(response: Response): Promise<unknown> {
  const answer: unknown = await response.json()
  if (!response.ok || !isObject(answer)) throw new Error(`answered ${response.status}`)
  return answer.data
}
