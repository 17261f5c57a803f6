import type { Message } from '@aichat/contracts/chat/messages'
import type { PublicConfig } from '@aichat/contracts/chat/visitors'
import type { PublicHours } from '@aichat/contracts/company/hours'
import { describe, expect, test } from 'vitest'
import { words } from '../kit/words.ts'
import { emptyLog } from './log.ts'
import {
  type ChatState,
  getGreeting,
  getPresenceLabel,
  isAiAnswering,
  isHandoverPending,
  isTeamAwaited,
} from './state.ts'

const closed: PublicHours = {
  isOpen: false,
  opensAt: null,
  closesAt: null,
  timeZone: 'UTC',
  outsideHours: 'form',
  replyMinutes: null,
}
const active = { sessionId: 's', status: 'active', lastSeq: 1, unread: 0, autoReply: true } as const

/** A chat whose AI is on and whose team is away. */
function createState(change: Partial<ChatState> = {}, humansOnline = false): ChatState {
  const config = { config: { agent: { autoReply: true } }, humansOnline, hours: null } as PublicConfig
  const state: Partial<ChatState> = {
    ...{ config, humansOnline, log: emptyLog, session: null, hours: null },
    ...{ isReturning: false, greeting: null, clearedSeq: 0 },
  }
  return { ...state, ...change } as ChatState
}

describe('the greeting', () => {
  test('is the one for offline while no person is online, also while the AI answers', () => {
    expect(getGreeting(createState())).toBe('offline')
    expect(getGreeting(createState({ isReturning: true }))).toBe('offline')
    expect(getGreeting(createState({}, true))).toBe('firstVisit')
    expect(getGreeting(createState({ isReturning: true }, true))).toBe('returning')
  })

  test('stays while it is read', () => {
    expect(getGreeting(createState({ humansOnline: true }))).toBe('offline')
    expect(getGreeting(createState({ greeting: 'firstVisit' }))).toBe('firstVisit')
  })
})

describe('the AI answers', () => {
  test('where the conversation has it on', () => {
    expect(isAiAnswering(createState())).toBe(true)
    expect(isAiAnswering(createState({ session: active }))).toBe(true)
    expect(isAiAnswering(createState({ session: { ...active, autoReply: false } }))).toBe(false)
  })

  test('not in a conversation that begins with the form outside business hours', () => {
    const state = createState({ hours: closed })
    expect(isAiAnswering(state)).toBe(false)
    expect(getPresenceLabel(state)).toBe(words.away)
    expect(isAiAnswering({ ...state, humansOnline: true })).toBe(true)
    expect(isAiAnswering({ ...state, session: active })).toBe(true)
    expect(isAiAnswering({ ...state, hours: { ...closed, isOpen: true } })).toBe(true)
  })

  test('not after a message of a person', () => {
    const message = { _id: 'm', sessionId: 's', seq: 1, from: 'agent', isAi: false, meta: {} } as Message
    const log = { ...emptyLog, sessionId: 's', messages: [message] }
    expect(isAiAnswering(createState({ session: active, log }))).toBe(false)
    expect(isAiAnswering(createState({ session: { ...active, status: 'closed' }, log }))).toBe(true)
  })
})

describe('the team', () => {
  const withLast = (message: object) => ({
    ...emptyLog,
    sessionId: 's',
    messages: [{ _id: 'm', sessionId: 's', seq: 1, meta: {}, ...message } as Message],
  })
  const manual = { ...active, autoReply: false }

  test('is awaited after a message that no AI answers, while no member is online', () => {
    const log = withLast({ from: 'visitor' })
    expect(isTeamAwaited(createState({ session: manual, log }))).toBe(true)
    expect(isTeamAwaited(createState({ session: active, log }))).toBe(false)
    expect(isTeamAwaited(createState({ session: manual, log }, true))).toBe(false)
    expect(isTeamAwaited(createState({ session: { ...manual, status: 'closed' }, log }))).toBe(false)
    expect(isTeamAwaited(createState({ session: manual, log: withLast({ from: 'agent' }) }))).toBe(false)
  })

  test('has no pending hand-over in a closed conversation', () => {
    const log = withLast({ from: 'system', meta: { kind: 'handover' } })
    expect(isHandoverPending(createState({ session: active, log }))).toBe(true)
    expect(isHandoverPending(createState({ session: { ...active, status: 'closed' }, log }))).toBe(false)
  })
})
