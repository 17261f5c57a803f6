import { type VisitorContact, visitorSentences } from '@aichat/contracts/chat/visitors'
import { isProvided, nameFields } from '@aichat/contracts/widget/form-fields'
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
import { type Contact, getContact, saveFormContact } from './store.ts'
import { broadcastVisitor } from './update-visitor.ts'

/** Submissions with the same `clientId` are one submission. */
type FormSubmission = { fields: Record<string, string>; clientId?: string }

/** Stores the visitor's contact details, and posts them as one system message. */
export async function submitForm(
  app: ConversationDependencies,
  connection: VisitorConnection,
  { fields: submitted, clientId = newId() }: FormSubmission,
): Promise<Posted> {
  const { visitor } = connection
  const { companyId, projectId } = visitor
  const { release, contact } = await app.db.company(companyId, async (sql) => ({
    release: await findLatestRelease(sql, projectId),
    contact: await getContact(sql, visitor),
  }))
  const rows = validateFields(release?.config.realtime.preChat.fields ?? [], submitted, contact)
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
  await db.company(visitor.companyId, (sql) => saveFormContact(sql, visitor, sessionId, contact))
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

/**
 * Validates the submitted values. A required field may be left out if the visitor's contact details contain its value. A lone custom
 * field may also be submitted as `custom`.
 */
function validateFields(
  configured: PreChatField[],
  submitted: Record<string, string>,
  contact: VisitorContact,
): FilledField[] {
  const rows: FilledField[] = []
  const keys = new Set<string>()
  for (const field of nameFields(configured)) {
    const { name, key, required } = field
    const label = field.label || preChatLabels[key]
    const value = readValue(submitted, keys.has(key) ? [name] : [name, key])
    keys.add(key)
    if (required && value === '' && !isProvided(field, contact)) refuseField(name, `${label} is required`)
    if (key === 'email' && value !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
      refuseField(name, visitorSentences.email)
    }
    if (value !== '') rows.push({ key: name, label, value })
  }
  if (rows.length === 0) refuseField('fields', visitorSentences.formEmpty)
  return rows
}

function readValue(submitted: Record<string, string>, names: string[]): string {
  const name = names.find((name) => Object.hasOwn(submitted, name))
  return name === undefined ? '' : (submitted[name] ?? '')
}

function toContact(fields: Record<string, string>): Contact {
  return { name: fields.name, email: fields.email, phone: fields.phone }
}

function refuseField(field: string, message: string): never {
  throw new Refusal(400, message, 'bad_input', { errors: [{ field, message }] })
}
