import type { PublicConfig } from '@aichat/contracts/chat/visitors'
import { expect, test } from 'vitest'
import { readMessage } from '../connection/shapes.ts'
import { startLog } from './log.ts'
import { getGreeting } from './state.ts'
import { createStore } from './store.ts'
import { readGreeting, type VisitorStorage } from './visitor-storage.ts'

const config = { humansOnline: true, config: { agent: {} } } as unknown as PublicConfig
const message = readMessage({ _id: 'm', sessionId: 's', seq: 1, from: 'visitor', text: 'Hello' })!

function createMemory() {
  const items = new Map<string, string>()
  return {
    read: (name: string) => items.get(name) ?? null,
    write(name: string, value: string | null) {
      if (value === null) items.delete(name)
      else items.set(name, value)
    },
    clear: () => items.clear(),
    withLock: <Result>(work: () => Promise<Result>) => work(),
  }
}

test('the greeting stays after a reload, and with its conversation on a later visit', () => {
  const storage: VisitorStorage = { visitor: createMemory(), tab: createMemory() }
  const greet = (tab = storage.tab) => getGreeting(createStore(config, { ...storage, tab }).getState())
  expect(greet()).toBe('firstVisit')
  storage.visitor.write('token', 'vt_1')
  expect(greet()).toBe('firstVisit')
  expect(greet(createMemory())).toBe('returning')

  const store = createStore(config, storage)
  store.setLog(startLog(store.getState().log, 's', [message], 0))
  expect(readGreeting(storage.visitor, 's')).toBe('firstVisit')
  expect(readGreeting(storage.visitor, 'another')).toBeNull()
  storage.visitor.write('greeting', '{"sessionId":"s","greeting":"constructor"}')
  expect(readGreeting(storage.visitor, 's')).toBeNull()
})
