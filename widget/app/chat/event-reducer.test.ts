import type { PublicConfig } from '@aichat/contracts/chat/visitors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEventReducer } from './event-reducer.ts'
import { isWaitingLong } from './state.ts'
import { createStore } from './store.ts'

const nothing = { read: () => null, write() {}, clear() {} }
const config = { config: { agent: {} }, humansOnline: false } as unknown as PublicConfig

function setUp() {
  const sync = vi.fn()
  const store = createStore(config, { visitor: nothing, tab: nothing } as never)
  store.update({ session: { sessionId: 's', status: 'active', lastSeq: 1, unread: 0, autoReply: true } })
  return {
    store,
    sync,
    receive: createEventReducer(store, { schedule: sync, runNow: async () => {} }, () => {}),
  }
}

function message(from: string) {
  return { message: { _id: 'm', sessionId: 's', seq: 2, from, text: 'Whole.', clientId: 'ai-1' } }
}

describe('a reply draft', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('grows, and is replaced by the message', () => {
    const { store, receive } = setUp()
    receive('message:delta', { sessionId: 's', clientId: 'ai-1', text: 'One.' })
    receive('message:delta', { sessionId: 's', clientId: 'ai-1', text: 'One. Two.' })
    expect(store.getState().replyDraft).toBe('One. Two.')
    receive('message:new', message('agent'))
    expect(store.getState().replyDraft).toBe('')
    expect(store.getState().log.messages).toHaveLength(1)
  })

  test('disappears when it is abandoned, at a handover, and after a timeout', () => {
    const { store, receive } = setUp()
    const write = () => receive('message:delta', { sessionId: 's', clientId: 'ai-1', text: 'One.' })
    write()
    receive('message:delta', { sessionId: 's', clientId: 'ai-1', text: '' })
    expect(store.getState().replyDraft).toBe('')
    write()
    receive('message:new', message('system'))
    expect(store.getState().replyDraft).toBe('')
    write()
    vi.advanceTimersByTime(24_000)
    expect(store.getState().replyDraft).toBe('One.')
    vi.advanceTimersByTime(2000)
    expect(store.getState().replyDraft).toBe('')
  })

  test('stays when the visitor writes, and ignores other conversations', () => {
    const { store, receive } = setUp()
    receive('message:delta', { sessionId: 'other', clientId: 'ai-1', text: 'Theirs.' })
    receive('message:delta', { sessionId: 's', clientId: 'ai-1', text: 7 })
    expect(store.getState().replyDraft).toBe('')
    receive('message:delta', { sessionId: 's', clientId: 'ai-1', text: 'One.' })
    receive('message:new', message('visitor'))
    expect(store.getState().replyDraft).toBe('One.')
  })
})

describe('a reply that takes longer than 20 s', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const typing = { sessionId: 's', from: 'agent', isTyping: true }
  /** The server repeats the event every 3 s. */
  const keepTyping = (receive: (name: string, data: unknown) => void, seconds: number, isAi = true) => {
    for (let second = 0; second < seconds; second++) {
      if (second % 3 === 0) receive('typing:update', { ...typing, isAi })
      vi.advanceTimersByTime(1000)
    }
  }

  test('is known to be slow until it arrives, or the message is left to the team', () => {
    const { store, receive } = setUp()
    keepTyping(receive, 19)
    expect(isWaitingLong(store.getState())).toBe(false)
    keepTyping(receive, 2)
    expect(isWaitingLong(store.getState())).toBe(true)
    receive('message:new', message('agent'))
    expect(isWaitingLong(store.getState())).toBe(false)
    keepTyping(receive, 21)
    expect(isWaitingLong(store.getState())).toBe(true)
    const marked = { ...message('visitor').message, _id: 'n', seq: 3, meta: { pending: 'team' } }
    receive('message:new', { message: marked })
    expect(isWaitingLong(store.getState())).toBe(false)
  })

  test('is the same wait when the AI begins again, and ends with the indicator', () => {
    const { store, receive } = setUp()
    keepTyping(receive, 15)
    receive('typing:update', { ...typing, isTyping: false, isAi: true })
    receive('message:new', message('visitor'))
    keepTyping(receive, 6)
    expect(isWaitingLong(store.getState())).toBe(true)
    vi.advanceTimersByTime(5000)
    keepTyping(receive, 19)
    expect(isWaitingLong(store.getState())).toBe(false)
  })

  test('is not a person who writes for long', () => {
    const { store, receive } = setUp()
    keepTyping(receive, 30, false)
    expect(isWaitingLong(store.getState())).toBe(false)
  })
})

describe('a form that an agent has requested', () => {
  function setUpForm() {
    const chat = setUp()
    chat.store.update({ isFormAsked: true })
    return chat
  }
  const formMessage = (kind: string) => ({
    message: { ...message('system').message, meta: { kind, fields: { email: 'zoe@example.com' } } },
  })

  test('is closed by its submission, by skipping it, and by the end of the conversation, in every tab', () => {
    const { store, receive } = setUpForm()
    receive('session:patched', { sessionId: 's', patch: { prechatRequested: false } })
    expect(store.getState().isFormAsked).toBe(false)
    store.update({ isFormAsked: true })
    receive('message:new', formMessage('prechat_skipped'))
    expect(store.getState().isFormAsked).toBe(false)
    store.update({ isFormAsked: true })
    receive('session:patched', { sessionId: 's', patch: { status: 'closed' } })
    expect(store.getState().isFormAsked).toBe(false)
  })

  test('stays when the visitor leaves an address', () => {
    const { store, receive } = setUpForm()
    receive('message:new', formMessage('prechat_summary'))
    receive('session:patched', { sessionId: 's', patch: { unread: 0 } })
    expect(store.getState().isFormAsked).toBe(true)
  })
})

test('auto-reply follows the conversation', () => {
  const { store, receive } = setUp()
  receive('session:patched', { sessionId: 's', patch: { autoReply: false } })
  expect(store.getState().session?.autoReply).toBe(false)
})

test('syncs once within the requested time', () => {
  vi.useFakeTimers()
  const { sync, receive } = setUp()
  receive('sync:wanted', { withinMs: 2500 })
  receive('sync:wanted', { withinMs: 2500 })
  vi.advanceTimersByTime(2500)
  expect(sync).toHaveBeenCalledTimes(1)
  receive('sync:wanted', { withinMs: 'soon' })
  vi.advanceTimersByTime(1)
  expect(sync).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
