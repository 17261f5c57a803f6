import type { App } from '../../app.ts'
import { isConnectionError } from '../../kit/db/database-errors.ts'
import { createLeaderLock } from '../../kit/db/leader-lock.ts'
import { UnavailableError } from '../../kit/http/refusal.ts'
import { type MailboxEmail, openImapMailbox } from '../../kit/mail/imap-mailbox.ts'
import { createAvailability } from '../../kit/process/availability.ts'
import { type ScheduledTask, scheduleTask } from '../../kit/process/scheduler.ts'
import { createBatchWriter, createPost } from '../../messages/post.ts'
import { findReplyTokens } from '../reply-address.ts'
import { findCompanyOfConversation, isEmailStored } from './inbound-store.ts'
import { getRecipients, type InboundEmail, parseEmail } from './parse-email.ts'
import { type InboundDependencies, receiveEmail } from './receive-email.ts'

type Dependencies = Omit<InboundDependencies, 'post'> & Pick<App, 'tracing'>

const taskName = 'inbound emails'
/** How often the mailbox is read where the server does not announce emails. */
const intervalMs = 5000
/** How often it is read otherwise: an announcement is missed when the connection is half open. */
const idleIntervalMs = 60_000
const maxRetryDelayMs = 5 * 60_000
const maxSourceBytes = 30 * 1024 * 1024
const maxAttempts = 5

/** Reads visitors' replies from the mailbox, in one process of the installation at a time. */
export function startInboundEmails(dependencies: Dependencies): ScheduledTask {
  const { settings, log, clock } = dependencies
  const { inbound, databaseUrl } = settings
  if (!inbound) return { runNow: async () => {}, close: async () => {} }
  const app = { ...dependencies, post: createPost(dependencies, createBatchWriter(dependencies.db)) }
  const leader = createLeaderLock(databaseUrl, taskName)
  const availability = createAvailability(log, {
    level: 'error',
    lost: 'the mailbox of MAIL_INBOUND_URL is unavailable',
    regained: 'the mailbox of MAIL_INBOUND_URL is available again',
  })
  const receive = limitAttempts(log, (email) => receiveFromMailbox(app, email))
  let isAnnounced = false
  let readAt = 0
  let failures = 0
  const mailbox = openImapMailbox(
    inbound.url,
    () => {
      isAnnounced = true
      void task.runNow()
    },
    log,
  )

  async function isLeader(): Promise<boolean> {
    try {
      return await leader.tryAcquire()
    } catch (error) {
      // An outage of the database is logged once, by its own availability.
      if (isConnectionError(error)) return false
      throw error
    }
  }

  async function readMailbox(): Promise<void> {
    const waitMs = failures > 0 ? Math.min(intervalMs * 2 ** failures, maxRetryDelayMs) : idleIntervalMs
    const isWaiting = failures > 0 || (mailbox.isIdle() && !isAnnounced)
    if (isWaiting && clock.now() < readAt + waitMs) return
    if (!(await isLeader())) return
    readAt = clock.now()
    isAnnounced = false
    try {
      await mailbox.readNew(receive)
      failures = 0
      availability.regained()
    } catch (error) {
      failures += 1
      availability.lost(error)
    }
  }

  const task = scheduleTask({ name: taskName, intervalMs, runsAtStart: true, run: readMailbox }, log)
  return {
    runNow: task.runNow,
    async close() {
      await mailbox.close()
      await task.close()
      await leader.close()
    },
  }
}

/** One email that cannot be stored must not stop those after it: it stays in the mailbox, and the next start tries it again. */
export function limitAttempts(
  log: Pick<App['log'], 'error'>,
  receive: (email: MailboxEmail) => Promise<void>,
) {
  let failed = { uid: 0, count: 0 }
  return async (email: MailboxEmail): Promise<void> => {
    try {
      await receive(email)
    } catch (error) {
      const isOutage = error instanceof UnavailableError || isConnectionError(error)
      failed = { uid: email.uid, count: failed.uid === email.uid ? failed.count + 1 : 1 }
      if (isOutage || failed.count < maxAttempts) throw error
      log.error({ err: error, uid: email.uid }, 'an email could not be stored and stays in the mailbox')
    }
  }
}

/** Passes an email to the conversations that its recipients name. All others are not for this product. */
async function receiveFromMailbox(app: InboundDependencies, email: MailboxEmail): Promise<void> {
  for (const sessionId of findReplyTokens(app.settings, getRecipients(email.headers))) {
    const found = await app.db.lookup((sql) => findCompanyOfConversation(sql, sessionId))
    if (!found || (await isStored(app, found.companyId, sessionId, email))) continue
    const read = await readEmail(email)
    if (read)
      await receiveEmail(app, { ...found, sessionId, receivedAt: email.receivedAt.toISOString(), ...read })
  }
}

/** Whether the email is known by its Message-ID. After a start, most are, and need not be read. */
async function isStored(
  { db }: InboundDependencies,
  companyId: string,
  sessionId: string,
  { headers }: MailboxEmail,
): Promise<boolean> {
  const { key } = await parseEmail(headers)
  return db.company(companyId, (sql) => isEmailStored(sql, sessionId, key))
}

type ReadEmail = { email: InboundEmail; source: Buffer | null }

/** Null when the email has been removed from the mailbox. Without a source, only its headers could be read. */
async function readEmail({ headers, sizeBytes, readSource }: MailboxEmail): Promise<ReadEmail | null> {
  if (sizeBytes > maxSourceBytes) return { email: await parseEmail(headers), source: null }
  const source = await readSource()
  if (!source) return null
  try {
    return { email: await parseEmail(source), source }
  } catch {
    // The sender decides what an email contains. An agent gets to know that there is one.
    return { email: await parseEmail(headers), source: null }
  }
}
