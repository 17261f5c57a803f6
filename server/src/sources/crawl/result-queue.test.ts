import { expect, test } from 'vitest'
import type { FetchedPage } from './read-fetched-pages.ts'
import { createResultQueue } from './result-queue.ts'

function createPage(url: string, characters: number, byteCount = 0): FetchedPage {
  const bytes = byteCount > 0 ? { bytes: new Uint8Array(byteCount) } : {}
  const validators = { etag: null, lastModified: null }
  return {
    page: { url, kind: 'page', depth: 0, language: null, position: 1, attempts: 1, known: null },
    fetched: {
      kind: 'content',
      type: '',
      text: 'x'.repeat(characters),
      robotsTag: '',
      ...validators,
      ...bytes,
    },
  }
}

/** Stores a batch when the test says so. */
function createStore() {
  const batches: string[][] = []
  const pending: (() => void)[] = []
  const store = (pages: FetchedPage[]) => {
    batches.push(pages.map(({ page }) => page.url))
    return new Promise<boolean>((resolve) => pending.push(() => resolve(true)))
  }
  return { batches, store, finish: () => pending.shift()?.() }
}

const flushMicrotasks = () => new Promise((resolve) => setTimeout(resolve))

test('the queue of results is limited by bytes', async () => {
  const { store, finish } = createStore()
  const queue = createResultQueue(store)
  expect(await queue.add(createPage('a', 0, 10_000_000))).toBe(true)
  expect(await queue.add(createPage('b', 0, 10_000_000))).toBe(true)
  let isAdded = false
  const added = queue.add(createPage('c', 5_500_000)).then(() => {
    isAdded = true
  })
  await flushMicrotasks()
  expect(isAdded).toBe(false)
  finish()
  await added
  finish()
  await flushMicrotasks()
  finish()
  expect(await queue.flush()).toBe(true)
})

test('a PDF is stored by itself, and pages that wait in a batch of limited size', async () => {
  const { store, batches, finish } = createStore()
  const queue = createResultQueue(store)
  await queue.add(createPage('first', 10))
  for (const url of ['pdf-1', 'pdf-2']) await queue.add(createPage(url, 0, 100))
  for (const url of ['a', 'b', 'c']) await queue.add(createPage(url, 1_500_000))
  for (let index = 0; index < 5; index++) {
    finish()
    await flushMicrotasks()
  }
  await queue.flush()
  expect(batches).toEqual([['first'], ['pdf-1'], ['pdf-2'], ['a', 'b'], ['c']])
})
