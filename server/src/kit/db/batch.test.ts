import { expect, test } from 'vitest'
import { createBatcher } from './batch.ts'

/** Batches that return their items when they are released. */
function createBatches() {
  const started: { items: number[]; release(): void }[] = []
  const add = createBatcher<number, number>(
    (_, items) => new Promise((resolve) => started.push({ items, release: () => resolve(items) })),
    100,
    () => false,
  )
  return { started, add: (item: number) => add('key', item) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('items that arrive during a batch form the next one, which starts before the outcomes of the first resolve', async () => {
  const { started, add } = createBatches()
  const resolved: string[] = []
  const addAndRecord = (item: number) =>
    add(item).then(() => resolved.push(`${item} with ${started.length} started`))
  const all = [addAndRecord(1), addAndRecord(2), addAndRecord(3)]
  expect(started.map(({ items }) => items)).toEqual([[1]])
  started[0]?.release()
  await all[0]
  expect(started.map(({ items }) => items)).toEqual([[1], [2, 3]])
  started[1]?.release()
  await Promise.all(all)
  expect(resolved).toEqual(['1 with 2 started', '2 with 2 started', '3 with 2 started'])
})

test('outcomes resolve in the order of the items, across batches', async () => {
  const { started, add } = createBatches()
  const resolved: number[] = []
  const all = Array.from({ length: 181 }, (_, index) => add(index).then((item) => resolved.push(item)))
  for (let batch = 0; batch < 3; batch++) {
    started[batch]?.release()
    await turn()
  }
  await Promise.all(all)
  expect(started.map(({ items }) => items.length)).toEqual([1, 100, 80])
  expect(resolved).toEqual(Array.from({ length: 181 }, (_, index) => index))
})

test('a batch that fails because of one item is run item by item', async () => {
  const bad = new Error('seven')
  const add = createBatcher<number, number>(
    async (_, items) => {
      await turn()
      if (items.includes(7)) throw bad
      return items
    },
    100,
    (error) => error === bad,
  )
  const all = await Promise.allSettled([0, 6, 7, 8].map((item) => add('key', item)))
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    0,
    6,
    'seven',
    8,
  ])
})
