import type { PublicConfig } from '@aichat/contracts/visitors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEar } from './event-reducer.ts'
import { createStore } from './store.ts'

const nothing = { read: () => null, write() {}, clear() {} }
const config = { humansOnline: false } as PublicConfig

function hearing() {
  const run = vi.fn()
  const store = createStore(config, { visitor: nothing, tab: nothing } as never)
  store.change({ session: { sessionId: 's', status: 'active', lastSeq: 1, unread: 0 } })
  return { store, run, hear: createEar(store, { run, once: async () => {} } as never, () => {}) }
}

function message(from: string) {
  return { message: { _id: 'm', sessionId: 's', seq: 2, from, text: 'Whole.', clientId: 'ai-1' } }
}

describe('a reply that is being written', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is shown as it grows, and makes way for the message', () => {
    const { store, hear } = hearing()
    hear('message:delta', { sessionId: 's', clientId: 'ai-1', text: 'One.' })
    hear('message:delta', { sessionId: 's', clientId: 'ai-1', text: 'One. Two.' })
    expect(store.read().writing).toBe('One. Two.')
    hear('message:new', message('agent'))
    expect(store.read().writing).toBe('')
    expect(store.read().log.messages).toHaveLength(1)
  })

  test('is taken back when it is given up, when it hands over, and when nobody says so', () => {
    const { store, hear } = hearing()
    const write = () => hear('message:delta', { sessionId: 's', clientId: 'ai-1', text: 'One.' })
    write()
    hear('message:delta', { sessionId: 's', clientId: 'ai-1', text: '' })
    expect(store.read().writing).toBe('')
    write()
    hear('message:new', message('system'))
    expect(store.read().writing).toBe('')
    write()
    vi.advanceTimersByTime(24_000)
    expect(store.read().writing).toBe('One.')
    vi.advanceTimersByTime(2000)
    expect(store.read().writing).toBe('')
  })

  test('outlives what the visitor writes, and is not another conversation’s', () => {
    const { store, hear } = hearing()
    hear('message:delta', { sessionId: 'other', clientId: 'ai-1', text: 'Theirs.' })
    hear('message:delta', { sessionId: 's', clientId: 'ai-1', text: 7 })
    expect(store.read().writing).toBe('')
    hear('message:delta', { sessionId: 's', clientId: 'ai-1', text: 'One.' })
    hear('message:new', message('visitor'))
    expect(store.read().writing).toBe('One.')
  })
})

test('what may have been missed is asked for once, within the time that is given', () => {
  vi.useFakeTimers()
  const { run, hear } = hearing()
  hear('sync:wanted', { withinMs: 2500 })
  hear('sync:wanted', { withinMs: 2500 })
  vi.advanceTimersByTime(2500)
  expect(run).toHaveBeenCalledTimes(1)
  hear('sync:wanted', { withinMs: 'soon' })
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
