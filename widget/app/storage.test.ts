// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createShelf } from './storage.ts'

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

test('things are kept in the storage of the browser, apart for each key', () => {
  createShelf('localStorage', 'pk_1', null).write('token', 'a')
  expect(createShelf('localStorage', 'pk_1', null).read('token')).toBe('a')
  expect(createShelf('localStorage', 'pk_2', null).read('token')).toBeNull()
})

test('where that is blocked, the page keeps them', () => {
  block()
  let kept: string | null = null
  const lender = () => ({
    kept,
    keep(text: string) {
      kept = text
    },
  })
  const shelf = createShelf('localStorage', 'pk_1', lender())
  shelf.write('token', 'a')
  shelf.write('read', '1')
  shelf.write('read', null)
  const again = createShelf('localStorage', 'pk_1', lender())
  expect([again.read('token'), again.read('read')]).toEqual(['a', null])
})

test.each([null, '', '{', '7', '[1]', '{"token":7}', '"x"'])(
  'what the page kept wrong is nothing: %s',
  (kept) => {
    block()
    const shelf = createShelf('localStorage', 'pk_1', { kept, keep() {} })
    expect(shelf.read('token')).toBeNull()
  },
)

test('with neither, they are known until the page goes', () => {
  block()
  const shelf = createShelf('localStorage', 'pk_1', null)
  shelf.write('token', 'a')
  expect(shelf.read('token')).toBe('a')
})
