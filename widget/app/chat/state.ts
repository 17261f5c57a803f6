import type { Attachment } from '@aichat/contracts/chat/attachments'
import type { Message } from '@aichat/contracts/chat/messages'
import type { VisitorSession } from '@aichat/contracts/chat/visitors'
import type { Connection } from '../connection/connection.ts'
import type { ChatConfig, Contact } from '../connection/shapes.ts'
import { getAvailability, isAway } from '../kit/availability.ts'
import { words } from '../kit/words.ts'
import { type Log, nextToSend } from './log.ts'

export type Greeting = 'firstVisit' | 'returning' | 'offline'

export type ChatState = {
  config: ChatConfig
  log: Log
  session: VisitorSession | null
  /** False until the server has identified the visitor. */
  isStarted: boolean
  isReturning: boolean
  /** The greeting at the start of the conversation, once there is one. */
  greeting: Greeting | null
  isConnected: boolean
  /** The company has deleted this chat. */
  isRemoved: boolean
  isOpen: boolean
  humansOnline: boolean
  /** The newest business hours, which may differ from those of `config`. */
  hours: ChatConfig['hours']
  isAgentTyping: boolean
  /** The AI has been writing for longer than usual. */
  isReplySlow: boolean
  /** The checked sentences of an AI reply that is still being written. */
  replyDraft: string
  /** An agent has requested the pre-chat form. */
  isFormAsked: boolean
  /** What the server and the page know about the visitor. */
  contact: Contact
  pageContact: Contact
  /** The server accepts no message before the form; this overrides the config. */
  isFormRequired: boolean
  readSeq: number
  /** Messages up to this one are hidden since the visitor started a new conversation. */
  clearedSeq: number
  isMuted: boolean
  /** What the visitor's last command led to, if the conversation does not show it. For a few seconds. */
  notice?: string | undefined
}

export type ChatActions = {
  send(text: string, attachments: readonly Attachment[]): void
  retry(clientId: string): void
  setTyping(isTyping: boolean): void
  /** Resolves with the error message to show, or null. */
  submitForm(fields: Record<string, string>): Promise<string | null>
  /** Declines a form that an agent has requested. Resolves like `submitForm`. */
  skipForm(): Promise<string | null>
  submitEmail(email: string): Promise<string | null>
  /** Resolves with the error message to show, or null; so do the next two. */
  requestHandover(): Promise<string | null>
  rate(rating: number, comment: string): Promise<string | null>
  rateReply(messageId: string, rating: number): Promise<string | null>
  answerSuggestions(messageId: string, helped: boolean): Promise<string | null>
  /** Sends a command without acknowledgement or retry. */
  emit: Connection['emit']
  endConversation(): void
  startNewConversation(): void
  setMuted(isMuted: boolean): void
  /** Rejects with the error message to show. `onProgress` receives a fraction from 0 to 1. */
  upload(file: File, onProgress: (progress: number) => void, signal: AbortSignal): Promise<Attachment>
  fetchFile(id: string): Promise<Blob>
}

/** Depends on the config at load time only, so that the greeting does not change while it is read. */
export function getGreeting({ config, isReturning, greeting }: ChatState): Greeting {
  if (greeting) return greeting
  if (!config.humansOnline) return 'offline'
  return isReturning ? 'returning' : 'firstVisit'
}

export function getPresenceLabel(state: ChatState): string {
  const { humansOnline, hours } = state
  if (humansOnline) return hours ? words.weAreOnline : words.online
  const availability = getAvailability({ hours })
  if (availability) return availability
  return isAiOn(state) ? words.aiOnline : words.away
}

/**
 * In the mode `on_start`, and outside hours if the company wants so, the first message of a conversation is held until the form
 * is submitted.
 */
export function isFormDue(state: ChatState): boolean {
  const { config, isStarted, isFormRequired, session } = state
  const { enabled, mode, fields } = config.config.realtime.preChat
  const isOnStart = enabled && mode !== 'on_demand' && fields.length > 0
  const isFormFirst = isOnStart || isFormOnly(state)
  return isFormRequired || (isFormFirst && isStarted && (session?.lastSeq ?? 0) === 0)
}

/** Outside business hours, the company has chosen a form instead of the AI. */
function isFormOnly(state: ChatState): boolean {
  return isAway(state, 'form') && !state.humansOnline
}

/** A form that an agent has requested ends with the conversation. */
export function isFormRequested({ isFormAsked, session }: ChatState): boolean {
  return isFormAsked && session?.status !== 'closed'
}

/** An archived conversation stays readable here, although the server reports no session for it. */
export function hasEnded(state: ChatState): boolean {
  const { session, log } = state
  const isClosed = session ? session.status !== 'active' : log.messages.length > 0
  return isClosed && !nextToSend(log) && getVisibleMessages(state).length > 0
}

/** That a form was sent or skipped is a message for agents. */
export function getVisibleMessages({ log, clearedSeq }: ChatState): readonly Message[] {
  return log.messages.filter(
    ({ seq, meta: { kind } }) =>
      seq > clearedSeq && kind !== 'prechat_requested' && kind !== 'prechat_skipped',
  )
}

/** Written by the visitor, or about what they have sent with a form. */
export function isOwn({ from, meta }: Message): boolean {
  return from === 'visitor' || meta.kind === 'prechat_summary' || meta.kind === 'feedback'
}

/** Whether the AI may answer the next message: as the conversation has it, or as the next one will begin. */
export function isAiOn(state: ChatState): boolean {
  const { config, session } = state
  return session?.status === 'active'
    ? session.autoReply
    : config.config.agent.autoReply && !isFormOnly(state)
}

/** The AI answers: neither do only people, nor does one of them at the moment. */
export function isAiAnswering(state: ChatState): boolean {
  const last = getVisibleMessages(state).findLast(({ from }) => from === 'agent')
  const isPersonAnswering = state.session?.status === 'active' && last?.isAi === false
  return isAiOn(state) && !isPersonAnswering
}

/** A handover was requested in a conversation that is not closed, and no agent has written since. */
export function isHandoverPending(state: ChatState): boolean {
  if (state.session?.status === 'closed') return false
  const last = getVisibleMessages(state).findLast(
    ({ from, isAi, meta }) => meta.kind === 'handover' || (from === 'agent' && !isAi),
  )
  return last?.meta.kind === 'handover'
}

/** The visitor sees that the AI is writing, and has waited for long. */
export function isWaitingLong({ isReplySlow, isAgentTyping, replyDraft }: ChatState): boolean {
  return isReplySlow && (isAgentTyping || replyDraft !== '')
}

/** The last message offers pages, and the team beside them. */
export function isSuggesting(state: ChatState): boolean {
  const meta = getVisibleMessages(state).at(-1)?.meta
  return meta?.kind === 'suggestions' && meta.helped === undefined
}

/** The visitor's last message waits for the team: no AI answers it, and no team member is online. */
export function isTeamAwaited(state: ChatState): boolean {
  const last = getVisibleMessages(state).at(-1)
  return (
    state.session?.status === 'active' && !state.humansOnline && !isAiOn(state) && last?.from === 'visitor'
  )
}

/** A person has been asked for, none is online, and the visitor has left no address since. */
export function isEmailAsked(state: ChatState): boolean {
  if (state.humansOnline || !isHandoverPending(state) || isAway(state, 'ai')) return false
  const messages = getVisibleMessages(state)
  const asked = messages.findLastIndex(({ meta }) => meta.kind === 'handover')
  return !messages.slice(asked).some(({ meta }) => meta.fields?.email)
}

/** The conversation is closed, contains an answer, and has not been rated. */
export function isRatingDue(state: ChatState): boolean {
  const messages = getVisibleMessages(state)
  return (
    state.session?.status === 'closed' &&
    messages.some(({ from }) => from === 'agent') &&
    messages.at(-1)?.meta.kind !== 'feedback'
  )
}

export function countUnread({ log, readSeq, isOpen }: ChatState): number {
  if (isOpen) return 0
  return log.messages.filter((message) => message.from === 'agent' && message.seq > readSeq).length
}

/** Whether the next page should load the chat, so that the visitor notices a reply. */
export function isRunning(state: ChatState): boolean {
  return state.session?.status === 'active' || countUnread(state) > 0 || state.log.pending.length > 0
}
