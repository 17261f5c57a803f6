import { OpsError } from '../ops-error.ts'
import { callApi, startVisit } from './api-client.ts'
import type { AiOutcome, DemoConversation, DemoStep, MemberKey } from './content/types.ts'
import { userAgents } from './content/user-agents.ts'
import type { Company, Project } from './create-company.ts'
import { connectVisitor, type RealtimeConnection } from './realtime-connection.ts'

type OpenConversation = {
  sessionId: string
  visitor: RealtimeConnection
  lastSeq: number
  noteIds: string[]
}

/** Starts the visit, and sends the first message. */
export async function openConversation(
  url: string,
  { publicKey, websiteUrl }: Project,
  { visitor: person, steps }: DemoConversation,
): Promise<OpenConversation> {
  const { name, email, locale, device, page, attributes } = person
  const visit = { pageUrl: `${websiteUrl}${page}`, locale, userAgent: userAgents[device] }
  const { visitorToken } = await startVisit(url, publicKey, visit)
  const visitor = await connectVisitor(url, visitorToken)
  if (name) await visitor.send('identify', { name, email })
  if (attributes) await visitor.send('attributes', { attributes })
  const [first] = steps
  if (!first || !('visitor' in first)) throw new Error('A conversation starts with a message of the visitor')
  const ack = await visitor.send('message:send', { text: first.visitor, clientId: 'demo-0' })
  const { sessionId } = ack.session as { sessionId: string }
  return { sessionId, visitor, lastSeq: 1, noteIds: [] }
}

/** Plays the remaining steps one after the other, and leaves the conversation in its final state. */
export async function continueConversation(
  url: string,
  company: Company,
  open: OpenConversation,
  conversation: DemoConversation,
): Promise<void> {
  try {
    for (const [index, step] of conversation.steps.entries())
      if (index > 0) await playStep(url, company, open, { step, clientId: `demo-${index}` })
    const { sessionId, lastSeq } = open
    const readSeq = conversation.isUnreadByVisitor ? lastSeq - 1 : lastSeq
    await open.visitor.send('message:read', { sessionId, readSeq })
    await applyOutcome(url, company, sessionId, conversation)
  } finally {
    await open.visitor.close()
  }
}

async function playStep(
  url: string,
  { members }: Company,
  open: OpenConversation,
  { step, clientId }: { step: DemoStep; clientId: string },
): Promise<void> {
  const path = `/api/sessions/${open.sessionId}`
  if ('note' in step) {
    const mentions = step.mention ? [members[step.mention].id] : []
    const { token } = members[step.by]
    const body = { text: step.note, mentions }
    const { data } = await callApi(url, 'POST', `${path}/notes`, { token, body })
    open.noteIds.push(data.id)
    return
  }
  open.lastSeq += 1
  if ('visitor' in step) await open.visitor.send('message:send', { text: step.visitor, clientId })
  if ('rating' in step)
    await open.visitor.send('feedback', { rating: step.rating, comment: step.comment ?? null })
  if ('ai' in step) await waitForReply(open, step.ai)
  if ('agent' in step) {
    const { token } = members[step.agent]
    await callApi(url, 'PATCH', `${path}/read`, { token })
    await callApi(url, 'POST', `${path}/messages`, { token, body: { text: step.text, clientId } })
  }
}

/** @throws when the AI replies in another way than the content of the demo says */
async function waitForReply({ visitor, lastSeq }: OpenConversation, expected: AiOutcome): Promise<void> {
  const { message } = await visitor.waitForEvent('message:new', (data) => data.message.seq === lastSeq)
  const outcome = message.meta?.kind ?? 'answer'
  if (outcome !== expected)
    throw new OpsError(`The AI replied with a message of the kind "${outcome}": ${message.text}`)
}

async function applyOutcome(
  url: string,
  { members, labelIds }: Company,
  sessionId: string,
  { labels = [], assignee, assignedBy = assignee, isUnread, status }: DemoConversation,
): Promise<void> {
  const change = (by: MemberKey, part: string, body?: object) =>
    callApi(url, 'PATCH', `/api/sessions/${sessionId}/${part}`, { token: members[by].token, body })
  for (const label of labels) await change('owner', 'labels', { labelId: labelIds.get(label), isOn: true })
  if (assignee && assignedBy) await change(assignedBy, 'assign', { agentId: members[assignee].id })
  if (!isUnread) await change('owner', 'read')
  if (status) await change('owner', 'status', { status })
}
