import type { Attachment } from '@aichat/contracts/attachments'
import type { Message } from '@aichat/contracts/messages'
import type { PublicConfig, VisitorSession } from '@aichat/contracts/visitors'
import { type Log, nextToSend } from './log.ts'
import { words } from './words.ts'

export type ChatState = {
  config: PublicConfig
  log: Log
  session: VisitorSession | null
  /** False until the server has said who this visitor is. */
  isStarted: boolean
  isReturning: boolean
  isConnected: boolean
  isOpen: boolean
  humansOnline: boolean
  isAgentTyping: boolean
  /** A reply of the AI while it is being written: its checked sentences so far. */
  writing: string
  /** An agent has asked for the pre-chat form. */
  isFormAsked: boolean
  /** The server will have no message before the form, whatever the config here says. */
  isFormRequired: boolean
  readSeq: number
  /** The visitor began anew after this one. */
  clearedSeq: number
  isMuted: boolean
}

export type ChatActions = {
  send(text: string, attachments: readonly Attachment[]): void
  retry(clientId: string): void
  setTyping(isTyping: boolean): void
  /** Answers the sentence to show when it did not arrive. */
  submitForm(fields: Record<string, string>): Promise<string | null>
  /** These answer the sentence to show when it did not arrive. */
  callPerson(): Promise<string | null>
  rate(rating: number, comment: string): Promise<string | null>
  rateReply(messageId: string, rating: number): Promise<string | null>
  endConversation(): void
  startAnew(): void
  setMuted(isMuted: boolean): void
  /** Rejects with the sentence to show. `onProgress` hears parts of 1. */
  upload(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<Attachment>
  fetchFile(id: string): Promise<Blob>
}

/** Chosen as things stood on arrival: a greeting does not change under the reader's eyes. */
export function greetingOf({ config, isReturning }: ChatState): string {
  const { greetings, agent } = config.config
  if (!config.humansOnline && !agent.autoReply) return greetings.offline
  return isReturning ? greetings.returning : greetings.firstVisit
}

export function presenceOf({ config, humansOnline }: ChatState): string {
  if (humansOnline) return words.online
  return config.config.agent.autoReply ? words.aiOnline : words.away
}

/** With pre-chat at the start, the first message of a conversation waits for the form. */
export function isFormDue({ config, isStarted, isFormRequired, session }: ChatState): boolean {
  const { enabled, mode, fields } = config.config.realtime.preChat
  const isOnStart = enabled && mode !== 'on_demand' && fields.length > 0
  return isFormRequired || (isOnStart && isStarted && (session?.lastSeq ?? 0) === 0)
}

/** An archived conversation is still to be read here, although for the server there is none any more. */
export function hasEnded(state: ChatState): boolean {
  const { session, log } = state
  const isOver = session ? session.status !== 'active' : log.messages.length > 0
  return isOver && !nextToSend(log) && shownMessages(state).length > 0
}

export function shownMessages({ log, clearedSeq }: ChatState): readonly Message[] {
  return clearedSeq ? log.messages.filter(({ seq }) => seq > clearedSeq) : log.messages
}

/** A person was called, and none has said anything since. */
export function isPersonCalled(state: ChatState): boolean {
  const last = shownMessages(state).findLast(
    ({ from, isAi, meta }) => meta.kind === 'handover' || (from === 'agent' && !isAi),
  )
  return last?.meta.kind === 'handover'
}

/** Somebody answered, it is over, and nothing has been said of it yet. */
export function isRatingDue(state: ChatState): boolean {
  const messages = shownMessages(state)
  return (
    state.session?.status === 'closed' &&
    messages.some(({ from }) => from === 'agent') &&
    messages.at(-1)?.meta.kind !== 'feedback'
  )
}

export function unreadOf({ log, readSeq, isOpen }: ChatState): number {
  if (isOpen) return 0
  return log.messages.filter((message) => message.from === 'agent' && message.seq > readSeq).length
}

/** Whether the page should bring the chat back on the next page, so that an answer is noticed. */
export function isRunning(state: ChatState): boolean {
  return state.session?.status === 'active' || unreadOf(state) > 0 || state.log.pending.length > 0
}
