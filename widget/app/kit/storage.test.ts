// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createStorage } from './storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function block() {
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new Error('Access is denied')
    },
  })
}

test('stores items in the browser, separately for each public key', () => {
  createStorage('localStorage', 'pk_1', null).write('token', 'a')
  expect(createStorage('localStorage', 'pk_1', null).read('token')).toBe('a')
  expect(createStorage('localStorage', 'pk_2', null).read('token')).toBeNull()
})

test('stores items on the embedding page if the browser blocks its storage', () => {
  block()
  let saved: string | null = null
  const host = () => ({
    items: saved,
    save(items: string) {
      saved = items
    },
    lock: async () => saved,
    unlock() {},
  })
  const storage = createStorage('localStorage', 'pk_1', host())
  storage.write('token', 'a')
  storage.write('read', '1')
  storage.write('read', null)
  const reloaded = createStorage('localStorage', 'pk_1', host())
  expect([reloaded.read('token'), reloaded.read('read')]).toEqual(['a', null])
})

test.each([null, '', '{', '7', '[1]', '{"token":7}', '"x"'])(
  'ignores invalid items of the page: %s',
  (items) => {
    block()
    const storage = createStorage('localStorage', 'pk_1', {
      items,
      save() {},
      lock: async () => null,
      unlock() {},
    })
    expect(storage.read('token')).toBeNull()
  },
)

test('under the lock, items of the other tabs on the page are known', async () => {
  block()
  let saved: string | null = null
  const tab = () =>
    createStorage('localStorage', 'pk_1', {
      items: saved,
      save(items) {
        saved = items
      },
      lock: async () => saved,
      unlock() {},
    })
  const [first, second] = [tab(), tab()]
  await first.withLock(async () => first.write('token', 'a'))
  expect(await second.withLock(async () => second.read('token'))).toBe('a')
})

test('keeps items in memory if there is no page', () => {
  block()
  const storage = createStorage('localStorage', 'pk_1', null)
  storage.write('token', 'a')
  expect(storage.read('token')).toBe('a')
})
