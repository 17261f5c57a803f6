import { Readable } from 'node:stream'
import type { Message } from '@aichat/contracts/chat/messages'
import type { SessionStatus } from '@aichat/contracts/chat/sessions'
import { sessionSentences } from '@aichat/contracts/chat/sessions'
import type { App } from '../app.ts'
import { csvByteOrderMark, formatCsvRow } from '../kit/http/csv.ts'
import { Download } from '../kit/http/serve.ts'
import { listMessages } from '../messages/store.ts'
import { listTeam } from '../users/store.ts'
import type { StoredSession } from './session-fields.ts'
import { findSessions, listLabelNames, listSessionIds } from './store.ts'

const pageSize = 500

/** Exports one conversation as a plain text transcript, or as JSON with every field of the API. */
export async function exportConversation(
  { db }: Pick<App, 'db'>,
  companyId: string,
  { visitorId: _, ...session }: StoredSession,
  format: 'text' | 'json',
): Promise<Download> {
  const messages: Message[] = []
  for (let hasMore = true; hasMore; ) {
    const after = messages.at(-1)?.seq ?? 0
    const page = await db.company(companyId, (sql) =>
      listMessages(sql, session.sessionId, { after, limit: pageSize }),
    )
    messages.push(...page.messages)
    hasMore = page.hasMore
  }
  const name = `conversation-${session.createdAt.slice(0, 10)}-${session.sessionId.slice(-6)}`
  if (format === 'json') {
    const content = `${JSON.stringify({ session, messages }, null, 2)}\n`
    return new Download(content, { name: `${name}.json`, mime: 'application/json' })
  }
  return new Download(formatTranscript(session, messages), { name: `${name}.txt`, mime: 'text/plain' })
}

function formatTranscript(session: Omit<StoredSession, 'visitorId'>, messages: Message[]): string {
  const { visitor, projectId, status, createdAt, pageUrl } = session
  const visitorName = visitor.name || sessionSentences.guest
  const header = [
    `Conversation with ${visitorName}`,
    ...Object.entries({
      Email: visitor.email,
      Phone: visitor.phone,
      Project: projectId.name,
      Status: status,
      Began: formatTime(createdAt),
      Page: pageUrl,
    }).flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])),
  ]
  const lines = messages.map(
    (message) =>
      `[${formatTime(message.createdAt)}] ${formatAuthor(message, visitorName)}: ${formatBody(message)}`,
  )
  return `${header.join('\n')}\n\n${lines.join('\n')}\n`
}

/** `2026-01-31 12:00:00 UTC` */
function formatTime(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`
}

function formatAuthor({ from, isAi, agent, meta }: Message, visitorName: string): string {
  if (from === 'visitor') return visitorName
  if (from === 'system') return 'System'
  return isAi ? `${meta.agentName || 'Assistant'} (AI)` : agent?.name || 'Agent'
}

function formatBody({ text, attachments }: Message): string {
  return [text, ...attachments.map(({ name }) => `[file: ${name}]`)].filter(Boolean).join(' ')
}

const columns = [
  'Conversation',
  'Project',
  'Status',
  'Visitor',
  'Email',
  'Phone',
  'Began',
  'Last activity',
  'Messages',
  'Unread',
  'Needs a person',
  'Assigned to',
  'Labels',
  'Page',
  'Last message',
]

/**
 * Streams all conversations as CSV, newest first, one page of rows in memory at a time. The order must not change during the
 * export, so it is not that of the latest activity.
 */
export async function exportAll(
  { db }: Pick<App, 'db'>,
  companyId: string,
  status: SessionStatus | undefined,
): Promise<Download> {
  const names = await db.company(companyId, async (sql) => ({
    labels: nameById(await listLabelNames(sql)),
    members: nameById(await listTeam(sql)),
  }))

  async function* rows(): AsyncGenerator<string> {
    yield `${csvByteOrderMark}${formatCsvRow(columns)}`
    let before: string | null = null
    do {
      const last: string | null = before
      const { ids, found } = await db.company(companyId, async (sql) => {
        const ids = await listSessionIds(sql, last, pageSize)
        return { ids, found: await findSessions(sql, ids) }
      })
      yield found
        .filter(({ session }) => session.lastSeq > 0 && session.status === (status ?? session.status))
        .map(({ session }) => formatCsvRow(toCells(session, names)))
        .join('')
      before = ids.length === pageSize ? (ids.at(-1) ?? null) : null
    } while (before)
  }
  const name = `conversations${status ? `-${status}` : ''}.csv`
  return new Download(Readable.from(rows()), { name, mime: 'text/csv' })
}

type Names = { labels: Map<string, string>; members: Map<string, string> }

function toCells(session: StoredSession, { labels, members }: Names): string[] {
  const { visitor, assignedAgentId } = session
  return [
    session.sessionId,
    session.projectId.name,
    session.status,
    visitor.name ?? '',
    visitor.email ?? '',
    visitor.phone ?? '',
    session.createdAt,
    session.lastMessageAt,
    String(session.lastSeq),
    String(session.unreadCountAgent),
    session.needsHuman ? 'yes' : 'no',
    (assignedAgentId && members.get(assignedAgentId)) ?? '',
    session.labelIds.map((id) => labels.get(id) ?? '').join(', '),
    session.pageUrl ?? '',
    session.lastMessage ?? '',
  ]
}

function nameById(all: readonly { id: string; name: string }[]): Map<string, string> {
  return new Map(all.map(({ id, name }) => [id, name]))
}
