import type { Attachment } from '@aichat/contracts/attachments'
import type { Message } from '@aichat/contracts/messages'
import type { PublicConfig, VisitorSession } from '@aichat/contracts/visitors'
import { type Log, nextToSend } from './log.ts'
import { words } from './words.ts'

export type ChatState = {
  config: PublicConfig
  log: Log
  session: VisitorSession | null
  /** False until the server has identified the visitor. */
  isStarted: boolean
  isReturning: boolean
  isConnected: boolean
  /** The company has deleted this chat. */
  isRemoved: boolean
  isOpen: boolean
  humansOnline: boolean
  isAgentTyping: boolean
  /** The checked sentences of an AI reply that is still being written. */
  replyDraft: string
  /** An agent has requested the pre-chat form. */
  isFormAsked: boolean
  /** The server accepts no message before the form; this overrides the config. */
  isFormRequired: boolean
  readSeq: number
  /** Messages up to this one are hidden since the visitor started a new conversation. */
  clearedSeq: number
  isMuted: boolean
}

export type ChatActions = {
  send(text: string, attachments: readonly Attachment[]): void
  retry(clientId: string): void
  setTyping(isTyping: boolean): void
  /** Resolves with the error message to show, or null. */
  submitForm(fields: Record<string, string>): Promise<string | null>
  /** Resolves with the error message to show, or null; so do the next two. */
  requestHandover(): Promise<string | null>
  rate(rating: number, comment: string): Promise<string | null>
  rateReply(messageId: string, rating: number): Promise<string | null>
  answerSuggestions(messageId: string, helped: boolean): Promise<string | null>
  endConversation(): void
  startNewConversation(): void
  setMuted(isMuted: boolean): void
  /** Rejects with the error message to show. `onProgress` receives a fraction from 0 to 1. */
  upload(file: File, onProgress: (progress: number) => void, signal: AbortSignal): Promise<Attachment>
  fetchFile(id: string): Promise<Blob>
}

/** Depends on the config at load time only, so that the greeting does not change while it is read. */
export function getGreeting({ config, isReturning }: ChatState): string {
  const { greetings, agent } = config.config
  if (!config.humansOnline && !agent.autoReply) return greetings.offline
  return isReturning ? greetings.returning : greetings.firstVisit
}

export function getPresenceLabel({ config, humansOnline }: ChatState): string {
  if (humansOnline) return words.online
  return config.config.agent.autoReply ? words.aiOnline : words.away
}

/** In the mode `on_start`, the first message of a conversation is held until the form is submitted. */
export function isFormDue({ config, isStarted, isFormRequired, session }: ChatState): boolean {
  const { enabled, mode, fields } = config.config.realtime.preChat
  const isOnStart = enabled && mode !== 'on_demand' && fields.length > 0
  return isFormRequired || (isOnStart && isStarted && (session?.lastSeq ?? 0) === 0)
}

/** An archived conversation stays readable here, although the server reports no session for it. */
export function hasEnded(state: ChatState): boolean {
  const { session, log } = state
  const isClosed = session ? session.status !== 'active' : log.messages.length > 0
  return isClosed && !nextToSend(log) && getVisibleMessages(state).length > 0
}

export function getVisibleMessages({ log, clearedSeq }: ChatState): readonly Message[] {
  return clearedSeq ? log.messages.filter(({ seq }) => seq > clearedSeq) : log.messages
}

/** A handover was requested, and no agent has written since. */
export function isHandoverPending(state: ChatState): boolean {
  const last = getVisibleMessages(state).findLast(
    ({ from, isAi, meta }) => meta.kind === 'handover' || (from === 'agent' && !isAi),
  )
  return last?.meta.kind === 'handover'
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
