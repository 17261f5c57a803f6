import { randomBytes } from 'node:crypto'
import { openDatabase } from '../../kit/db/database.ts'
import { createDb } from '../../kit/db/db.ts'
import type { Log } from '../../kit/observability/log.ts'
import type { Settings } from '../../kit/process/settings.ts'
import { commandName } from '../backup-source.ts'
import { OpsError } from '../ops-error.ts'
import { callApi } from './api-client.ts'
import { demoHours, demoMembers } from './content/company.ts'
import { demoConversations } from './content/conversations.ts'
import { rentals } from './content/rentals.ts'
import { shop } from './content/shop.ts'
import type { ProjectKey } from './content/types.ts'
import { type Company, createCompany, createProject, type Project } from './create-company.ts'
import { continueConversation, openConversation } from './create-conversation.ts'
import { setCompanyTimes, setConversationTimes, type TimedConversation } from './demo-times-store.ts'
import { inspectInstallation } from './inspect-installation.ts'
import { planTimes, toTime } from './plan-times.ts'
import { connectAgent } from './realtime-connection.ts'

type Running = { url: string; close(): Promise<void> }

type Options = {
  settings: Settings
  log: Log
  /** Adds the demo company to an installation that already has companies. */
  isConfirmed: boolean
  say: (sentence: string) => void
  /** Starts the product with the given settings. */
  start: (settings: Settings) => Promise<Running>
}

export type SeedResult =
  | { isCreated: false }
  | { isCreated: true; password: string; emails: string[]; conversationCount: number }

/** The company is older than its first conversation. */
const companyAgeDays = 60

/**
 * Fills an installation with a demo company, through the same interfaces that browsers use. A second run changes nothing.
 * The product writes every message with the present time, so the times are set in the database after it has stopped, when
 * no process has cached them.
 */
export async function seedDemo({ settings, log, isConfirmed, say, start }: Options): Promise<SeedResult> {
  const { hasDemo, companyCount } = await inspectInstallation(settings, log, demoMembers.owner.email)
  if (hasDemo) return { isCreated: false }
  if (companyCount > 0 && !isConfirmed)
    throw new OpsError(
      `The installation already has ${companyCount === 1 ? '1 company' : `${companyCount} companies`}. ` +
        'Add --yes to create the demo company beside them.',
    )
  const password = randomBytes(9).toString('base64url')
  const { url, close } = await start(toSeedSettings(settings))
  let created: { companyId: string; conversations: TimedConversation[] }
  try {
    created = await createDemo(url, password, say)
  } finally {
    await close()
  }
  await setTimes(settings, log, created)
  say(`Spread ${demoConversations.length} conversations over the last eight weeks`)
  const emails = Object.values(demoMembers).map(({ email }) => email)
  return { isCreated: true, password, emails, conversationCount: demoConversations.length }
}

/**
 * No mail is sent to the demo addresses, and hundreds of conversations a minute are no abuse here. The built-in AI replies in
 * every installation with the same words.
 */
function toSeedSettings(settings: Settings): Settings {
  const limitScale = Math.max(1000, settings.limitScale)
  const own = { host: '127.0.0.1', port: 0, mail: null, ai: null, limitScale }
  return { ...settings, ...own, signup: 'open', verifiesEmail: false }
}

async function createDemo(
  url: string,
  password: string,
  say: (sentence: string) => void,
): Promise<{ companyId: string; conversations: TimedConversation[] }> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const company = await createCompany(url, password, timeZone)
  say('Created the company, its team, labels and saved replies')
  const { token } = company.members.owner
  // The dashboard shows the newest project, and the AI answers in the shop only.
  const rentalProject = await createProject(url, token, rentals)
  const projects = { rentals: rentalProject, shop: await createProject(url, token, shop) }
  say('Published 2 projects with FAQs and knowledge')
  const agent = await connectAgent(url, token)
  const conversations = await createConversations(url, company, projects)
  await agent.close()
  // Hand-overs outside of business hours have other words, so that the hours come after the conversations.
  await callApi(url, 'PUT', '/api/hours', { token, body: { timeZone, ...demoHours } })
  return { companyId: company.id, conversations }
}

/**
 * Conversations are opened in the order of their times, which their numbers follow, and continue concurrently: the AI waits
 * some seconds between two replies to the same visitor.
 */
async function createConversations(
  url: string,
  company: Company,
  projects: Record<ProjectKey, Project>,
): Promise<TimedConversation[]> {
  const now = new Date()
  const startOf = ({ start }: (typeof demoConversations)[number]) => toTime(start, now).getTime()
  const created: Promise<TimedConversation>[] = []
  for (const conversation of demoConversations.toSorted((one, other) => startOf(one) - startOf(other))) {
    const open = await openConversation(url, projects[conversation.project], conversation)
    const { sessionId, noteIds } = open
    const times = planTimes(conversation, now)
    const timed = continueConversation(url, company, open, conversation).then(() => ({
      sessionId,
      noteIds,
      times,
    }))
    timed.catch(() => {}) // reported by Promise.all, which starts to wait after the last one is open
    created.push(timed)
  }
  return Promise.all(created)
}

async function setTimes(
  settings: Settings,
  log: Log,
  { companyId, conversations }: { companyId: string; conversations: TimedConversation[] },
): Promise<void> {
  const database = await openDatabase(settings, log, commandName)
  try {
    await createDb(database, log).company(companyId, async (sql) => {
      await setConversationTimes(sql, companyId, conversations)
      await setCompanyTimes(sql, companyAgeDays)
    })
  } finally {
    await database.close()
  }
}
