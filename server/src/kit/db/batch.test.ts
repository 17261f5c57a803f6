import { expect, test } from 'vitest'
import { createBatcher } from './batch.ts'

/** A batch answers what it was given, when it is let go. */
function createBatches() {
  const begun: { items: number[]; letGo(): void }[] = []
  const add = createBatcher<number, number>(
    (_, items) => new Promise((resolve) => begun.push({ items, letGo: () => resolve(items) })),
    100,
    () => false,
  )
  return { begun, add: (item: number) => add('key', item) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what comes while a batch runs is the next one, which begins before those of the first are told', async () => {
  const { begun, add } = createBatches()
  const told: string[] = []
  const tell = (item: number) => add(item).then(() => told.push(`${item} with ${begun.length} begun`))
  const all = [tell(1), tell(2), tell(3)]
  expect(begun.map(({ items }) => items)).toEqual([[1]])
  begun[0]?.letGo()
  await all[0]
  expect(begun.map(({ items }) => items)).toEqual([[1], [2, 3]])
  begun[1]?.letGo()
  await Promise.all(all)
  expect(told).toEqual(['1 with 2 begun', '2 with 2 begun', '3 with 2 begun'])
})

test('all are told in the order in which they came, over batches and slices', async () => {
  const { begun, add } = createBatches()
  const told: number[] = []
  const all = Array.from({ length: 181 }, (_, index) => add(index).then((item) => told.push(item)))
  for (let batch = 0; batch < 3; batch++) {
    begun[batch]?.letGo()
    await turn()
  }
  await Promise.all(all)
  expect(begun.map(({ items }) => items.length)).toEqual([1, 100, 80])
  expect(told).toEqual(Array.from({ length: 181 }, (_, index) => index))
})

test('a batch that fails for one item is tried item by item', async () => {
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
