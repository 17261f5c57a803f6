import type { PublicFaq } from '@aichat/contracts/ai/faq'
import type { Attachment } from '@aichat/contracts/chat/attachments'
import type { Message, Source } from '@aichat/contracts/chat/messages'
import type { PublicConfig, VisitorSession } from '@aichat/contracts/chat/visitors'
import type { PublicHours } from '@aichat/contracts/company/hours'
import type { PublicWidgetContent } from '@aichat/contracts/widget/widget'

/** External data is read field by field. Invalid data becomes null or a default, and never throws. */

export type Fields = Record<string, unknown>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function readList<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] {
  if (!Array.isArray(value)) return []
  return value.map(read).filter((item) => item !== null)
}

const senders = ['visitor', 'agent', 'system']

export function readMessage(value: unknown): Message | null {
  if (!isObject(value)) return null
  const { _id, sessionId, seq, from, text } = value
  if (typeof _id !== 'string' || typeof sessionId !== 'string' || typeof text !== 'string') return null
  if (!Number.isSafeInteger(seq) || (seq as number) < 1 || !senders.includes(from as string)) return null
  return {
    _id,
    sessionId,
    text,
    seq: seq as number,
    from: from as Message['from'],
    clientId: readText(value.clientId),
    type: readText(value.type) as Message['type'],
    createdAt: readText(value.createdAt),
    isAi: value.isAi === true,
    agent: isObject(value.agent) ? { id: readText(value.agent.id), name: readText(value.agent.name) } : null,
    attachments: readList(value.attachments, readAttachment),
    meta: readMeta(value.meta),
  }
}

export function readAttachment(value: unknown): Attachment | null {
  if (!isObject(value) || !readText(value.id)) return null
  return {
    id: readText(value.id),
    name: readText(value.name),
    mime: readText(value.mime),
    size: Number(value.size) || 0,
  }
}

function readMeta(value: unknown): Message['meta'] {
  if (!isObject(value)) return {}
  const fields = isObject(value.fields) ? Object.entries(value.fields) : []
  const rating = isObject(value.feedback) ? Number(value.feedback.rating) : 0
  return {
    agentName: readText(value.agentName),
    language: readText(value.language),
    kind: readText(value.kind) as Message['meta']['kind'],
    channel: readText(value.channel) as Message['meta']['channel'],
    pending: readText(value.pending) as Message['meta']['pending'],
    sources: readList(value.sources, readSource),
    ...(typeof value.helped === 'boolean' ? { helped: value.helped } : {}),
    ...(rating > 0 ? { feedback: { rating, comment: '' } } : {}),
    fields: Object.fromEntries(
      fields.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  }
}

function readSource(value: unknown): Source | null {
  if (!isObject(value) || !readText(value.title)) return null
  return {
    itemId: readText(value.itemId),
    title: readText(value.title),
    url: readText(value.url) || null,
    quote: readText(value.quote),
  }
}

export function readSession(value: unknown): VisitorSession | null {
  if (!isObject(value) || typeof value.sessionId !== 'string') return null
  return {
    sessionId: value.sessionId,
    status: readStatus(value.status) ?? 'active',
    lastSeq: Number.isSafeInteger(value.lastSeq) ? (value.lastSeq as number) : 0,
    unread: Number(value.unread) || 0,
    autoReply: value.autoReply === true,
  }
}

/** What is known about the visitor, by the keys of the form's fields. */
export type Contact = { name?: string; email?: string; phone?: string }

export function readContact(value: unknown): Contact {
  const entries = isObject(value) ? Object.entries(value) : []
  return Object.fromEntries(entries.filter(([, text]) => readText(text)))
}

export function readStatus(value: unknown): VisitorSession['status'] | null {
  return value === 'active' || value === 'closed' || value === 'archived' ? value : null
}

export function readContent(value: unknown): PublicWidgetContent | null {
  if (!isObject(value)) return null
  const { brand, greetings, icon, behavior, agent, realtime } = value
  const sections = [brand, greetings, icon, behavior, agent, realtime]
  if (!sections.every(isObject)) return null
  const { preChat } = realtime as Fields
  if (!isObject(preChat)) return null
  const { team, ...brandTexts } = brand as Fields
  // Only the draft, which the preview shows, has translations: visitors get the greetings of their language.
  const { suggestions, translations: _, ...greetingTexts } = greetings as Fields
  const texts = [...Object.values(brandTexts), ...Object.values(greetingTexts)]
  if (texts.some((text) => typeof text !== 'string')) return null
  const content = value as PublicWidgetContent
  return {
    ...content,
    brand: { ...content.brand, team: readList(team, readTeamPhoto) },
    greetings: { ...content.greetings, suggestions: readList(suggestions, (text) => readText(text) || null) },
    realtime: {
      preChat: {
        enabled: preChat.enabled === true,
        mode: preChat.mode === 'on_demand' ? 'on_demand' : 'on_start',
        fields: readList(preChat.fields, readField),
      },
    },
  }
}

function readTeamPhoto(value: unknown) {
  return isObject(value) ? { name: readText(value.name), photoUrl: readText(value.photoUrl) } : null
}

type PreChatField = PublicWidgetContent['realtime']['preChat']['fields'][number]

function readField(value: unknown): PreChatField | null {
  if (!isObject(value) || typeof value.key !== 'string') return null
  return {
    key: value.key as PreChatField['key'],
    label: readText(value.label),
    required: value.required === true,
  }
}

/** The part of the public configuration that the chat uses. */
export type ChatConfig = Omit<PublicConfig, 'project' | 'release'>

export function readConfig(value: unknown): ChatConfig | null {
  if (!isObject(value)) return null
  const config = readContent(value.config)
  if (!config) return null
  return {
    config,
    faqs: readList(value.faqs, readFaq).sort((one, other) => one.order - other.order),
    faqEnabled: value.faqEnabled === true,
    humansOnline: value.humansOnline === true,
    hours: readHours(value.hours),
  }
}

function readHours(value: unknown): PublicHours | null {
  if (!isObject(value)) return null
  return {
    isOpen: value.isOpen === true,
    opensAt: readText(value.opensAt) || null,
    closesAt: readText(value.closesAt) || null,
    timeZone: readText(value.timeZone),
    outsideHours: readText(value.outsideHours) as PublicHours['outsideHours'],
    replyMinutes: Number(value.replyMinutes) || null,
  }
}

export function readFaq(value: unknown): PublicFaq | null {
  if (!isObject(value) || !readText(value.question)) return null
  return {
    id: readText(value.id),
    question: readText(value.question),
    answer: readText(value.answer),
    order: Number(value.order) || 0,
  }
}
