import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Message } from '@aichat/contracts/chat/messages'
import { startVisit } from '../src/ops/seed/api-client.ts'
import { type Person, signUp } from './client.ts'
import { createPublishedProject } from './fixtures.ts'
import type { History } from './message-history.ts'
import { createRandom } from './random.ts'
import { createTrafficGenerator, type TrafficGenerator } from './traffic-generator.ts'

export type BusyCompany = { owner: Person; sessionIds: string[]; generators: TrafficGenerator[] }

type BusyCompanyOptions = {
  url: string
  name: string
  history: History
  seed: number
  /** Retries messages and connections that fail, for example because the database is unavailable. */
  retriesErrors?: boolean
  /** Every client connects from its own address, which a proxy uses to select the process. */
  hasClientAddresses?: boolean
}

/** Creates a company with six visitors who send messages, and an owner who sends to them from two tabs. */
export async function createBusyCompany({
  url,
  name,
  history,
  seed,
  retriesErrors,
  hasClientAddresses,
}: BusyCompanyOptions): Promise<BusyCompany> {
  const owner = await signUp(url, name)
  const { publicKey } = await createPublishedProject(owner)
  const sessionIds: string[] = []
  const visitors: TrafficGenerator[] = []
  let clientCount = 0
  const nextAddress = () => (hasClientAddresses ? `127.0.${seed % 200}.${++clientCount}` : undefined)
  for (let index = 0; index < 6; index++) {
    const { visitorToken } = await startVisit(url, publicKey)
    const visitor = createTrafficGenerator({
      name: `${name}-visitor-${index}`,
      url: `${url}/visitor`,
      auth: { visitorToken },
      history,
      random: createRandom(seed + index + 1),
      retriesErrors,
      address: nextAddress(),
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
      retriesErrors,
      address: nextAddress(),
    }),
  )
  return { owner, sessionIds, generators: [...visitors, ...tabs] }
}

/** The stored messages of each conversation. */
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

/** Stores the history of a failed run in test-results. */
export function saveFailedRun(name: string, history: History, stored: Map<string, Message[]>): void {
  const directory = path.resolve(import.meta.dirname, '../../test-results')
  mkdirSync(directory, { recursive: true })
  writeFileSync(path.join(directory, `${name}.json`), JSON.stringify({ history, stored: [...stored] }))
}
