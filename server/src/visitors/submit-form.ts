import { visitorSentences } from '@aichat/contracts/chat/visitors'
import { type PreChatField, preChatLabels } from '@aichat/contracts/widget/widget'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { Posted } from '../messages/plan-batch.ts'
import { findLatestRelease } from '../releases/store.ts'
import { updateSession } from '../sessions/update-session.ts'
import {
  type ConversationDependencies,
  findConversation,
  type MessageDraft,
  postAndBroadcast,
  postVisitorMessage,
  type VisitorConnection,
} from './conversation.ts'
import { type Contact, saveFormContact } from './store.ts'
import { broadcastVisitor } from './update-visitor.ts'

/** Submissions with the same `clientId` are one submission. */
type FormSubmission = { fields: Record<string, string>; clientId?: string }

/** Stores the visitor's contact details, and posts them as one system message. */
export async function submitForm(
  app: ConversationDependencies,
  connection: VisitorConnection,
  { fields: submitted, clientId = newId() }: FormSubmission,
): Promise<Posted> {
  const { companyId, projectId } = connection.visitor
  const release = await app.db.company(companyId, (sql) => findLatestRelease(sql, projectId))
  const rows = validateFields(release?.config.realtime.preChat.fields ?? [], submitted)
  const session = await findConversation(app, connection, { from: 'system', clientId }, true)
  await saveContact(app, connection, session, rows)
  const draft = createDraft(connection, rows, clientId)
  const posted = await postAndBroadcast(app, connection, session, draft)
  await updateSession(app, companyId, session.sessionId, { prechatRequested: false })
  return posted
}

/**
 * The address of a visitor who waits for the team. It reopens a closed conversation. A form that an agent has requested stays
 * open.
 */
export async function submitEmail(
  app: ConversationDependencies,
  connection: VisitorConnection,
  { email, clientId = newId() }: { email: string; clientId?: string },
): Promise<Posted> {
  const { visitor } = connection
  const rows = [{ key: 'email', label: preChatLabels.email, value: email }]
  const posted = await postVisitorMessage(app, connection, {
    ...createDraft(connection, rows, clientId),
    effect: { reopensSession: true },
  })
  const { sessionId } = posted.state
  await saveContact(app, connection, { sessionId }, rows)
  await broadcastVisitor(app, visitor)
  // Closing the conversation has cleared the mark that the visitor waits for the team.
  if (posted.isStartOrReopening) await updateSession(app, visitor.companyId, sessionId, { needsHuman: true })
  return posted
}

async function saveContact(
  { db }: Pick<App, 'db'>,
  { visitor }: VisitorConnection,
  { sessionId }: { sessionId: string },
  rows: FilledField[],
): Promise<void> {
  const contact = toContact(toFields(rows))
  await db.company(visitor.companyId, (sql) => saveFormContact(sql, visitor.id, sessionId, contact))
}

function createDraft({ visitor }: VisitorConnection, rows: FilledField[], clientId: string): MessageDraft {
  return {
    from: 'system',
    senderId: visitor.id,
    senderName: null,
    clientId,
    text: rows.map((row) => `${row.label}: ${row.value}`).join('\n'),
    meta: { kind: 'prechat_summary', fields: toFields(rows) },
    effect: {},
  }
}

type FilledField = { key: string; label: string; value: string }

function toFields(rows: FilledField[]): Record<string, string> {
  return Object.fromEntries(rows.map((row) => [row.key, row.value]))
}

/** Validates the submitted values. A form without configured fields accepts name, email and phone. */
function validateFields(configured: PreChatField[], submitted: Record<string, string>): FilledField[] {
  const defaults = (['name', 'email', 'phone'] as const).map((key) => ({
    key,
    label: preChatLabels[key],
    required: false,
  }))
  const fields = configured.length > 0 ? configured : defaults
  const rows: FilledField[] = []
  for (const { key, label, required } of fields) {
    // A form may have two fields of one kind; the second is stored under its label.
    const isDuplicate = rows.some((row) => row.key === key)
    const name = key === 'custom' || isDuplicate ? label || key : key
    const value =
      (Object.hasOwn(submitted, name)
        ? submitted[name]
        : !isDuplicate && Object.hasOwn(submitted, key)
          ? submitted[key]
          : '') ?? ''
    if (required && value === '') refuseField(name, `${label || preChatLabels[key]} is required`)
    if (key === 'email' && value !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
      refuseField(name, visitorSentences.email)
    }
    if (value !== '') rows.push({ key: name, label: label || preChatLabels[key], value })
  }
  if (rows.length === 0) refuseField('fields', visitorSentences.formEmpty)
  return rows
}

function toContact(fields: Record<string, string>): Contact {
  return { name: fields.name, email: fields.email, phone: fields.phone }
}

function refuseField(field: string, message: string): never {
  throw new Refusal(400, message, 'bad_input', { errors: [{ field, message }] })
}
