import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Message } from '@aichat/contracts/messages'
import { call, createPublishedProject, type Person, signUp } from './fixtures.ts'
import type { History } from './message-history.ts'
import { createRandom } from './random.ts'
import { createTrafficGenerator, type TrafficGenerator } from './traffic-generator.ts'

export type BusyCompany = { owner: Person; sessionIds: string[]; generators: TrafficGenerator[] }

type BusyCompanyOptions = {
  url: string
  name: string
  history: History
  seed: number
  /** Refusals for want of a database are tried again. */
  isPatient?: boolean
  /** Every client has its own address, from the proxy’s point of view. */
  isSpread?: boolean
}

/** A company whose owner writes in two tabs to six visitors who all write too. */
export async function createBusyCompany({
  url,
  name,
  history,
  seed,
  isPatient,
  isSpread,
}: BusyCompanyOptions): Promise<BusyCompany> {
  const owner = await signUp(url, name)
  const { publicKey } = await createPublishedProject(owner)
  const sessionIds: string[] = []
  const visitors: TrafficGenerator[] = []
  let people = 0
  const addressOf = () => (isSpread ? `127.0.${seed % 200}.${++people}` : undefined)
  for (let index = 0; index < 6; index++) {
    const { body } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {})
    const visitor = createTrafficGenerator({
      name: `${name}-visitor-${index}`,
      url: `${url}/visitor`,
      auth: { visitorToken: body.data.visitorToken },
      history,
      random: createRandom(seed + index + 1),
      isPatient,
      address: addressOf(),
    })
    sessionIds.push(await visitor.open())
    visitors.push(visitor)
  }
  const tabs = [0, 1].map((index) =>
    createTrafficGenerator({
      name: `${name}-tab-${index}`,
      url: `${url}/`,
      auth: { token: owner.tokens.accessToken },
      sessionIds,
      history,
      random: createRandom(seed + index + 100),
      isPatient,
      address: addressOf(),
    }),
  )
  return { owner, sessionIds, generators: [...visitors, ...tabs] }
}

/** Every conversation as it is stored. */
export async function readStoredMessages(companies: BusyCompany[]): Promise<Map<string, Message[]>> {
  const stored = new Map<string, Message[]>()
  for (const { owner, sessionIds } of companies) {
    for (const sessionId of sessionIds) stored.set(sessionId, await readAll(owner, sessionId))
  }
  return stored
}

async function readAll(owner: Person, sessionId: string): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const after = all.at(-1)?.seq ?? 0
    const page = await owner.get('GET', `/api/sessions/${sessionId}/messages?limit=500&after=${after}`)
    all.push(...page.messages)
    if (!page.hasMore) return all
  }
}

/** What a failed run did, to be looked at. */
export function saveFailedRun(name: string, history: History, stored: Map<string, Message[]>): void {
  const directory = path.resolve(import.meta.dirname, '../../test-results')
  mkdirSync(directory, { recursive: true })
  writeFileSync(path.join(directory, `${name}.json`), JSON.stringify({ history, stored: [...stored] }))
}
