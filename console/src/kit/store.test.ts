import { expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

test('notifies every subscriber after the value has changed', () => {
  const store = createStore('draft')
  const seen: string[] = []
  store.subscribe(() => seen.push(`first ${store.get()}`))
  store.subscribe(() => seen.push(`second ${store.get()}`))
  store.set('sent')
  expect(seen).toEqual(['first sent', 'second sent'])
})

test('does not call a listener that has unsubscribed', () => {
  const store = createStore(0)
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  unsubscribe()
  store.set(1)
  expect(listener).not.toHaveBeenCalled()
})
