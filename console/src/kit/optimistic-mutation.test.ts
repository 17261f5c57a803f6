import { beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { cache } from './cache.ts'
import { patchQuery, runOptimisticMutation } from './optimistic-mutation.ts'

const key = ['items']
let logged: MockInstance
const items = () => cache.getQueryData<string[]>(key)

beforeEach(() => {
  logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  cache.clear()
  cache.setQueryData(key, ['a'])
  return () => vi.restoreAllMocks()
})

function add(mutationFn: (item: string) => Promise<string>) {
  return {
    mutationFn,
    apply: (item: string) => patchQuery<string[]>(key, (all) => [...all, item]),
    cancel: key,
    failure: 'Failed to add the item',
  }
}

test('shows the change before the server has answered', async () => {
  let shown: unknown
  const mutationFn = async (item: string) => {
    shown = items()
    return item
  }
  await runOptimisticMutation(add(mutationFn), 'b')
  expect(shown).toEqual(['a', 'b'])
})

test('writes what the server answered', async () => {
  const reconcile = (stored: string) => cache.setQueryData(key, ['a', stored])
  await runOptimisticMutation({ ...add(async () => 'b as stored'), reconcile }, 'b')
  expect(items()).toEqual(['a', 'b as stored'])
})

test('rolls back, logs and reloads when the request fails', async () => {
  const reload = vi.fn(async () => {})
  const failing = { ...add(() => Promise.reject(new Error('offline'))), reload }
  await expect(runOptimisticMutation(failing, 'b')).rejects.toThrow('offline')
  expect(items()).toEqual(['a'])
  expect(logged).toHaveBeenCalledWith('Failed to add the item', expect.any(Error))
  expect(reload).toHaveBeenCalledOnce()
})

test('cancels a running fetch, whose answer is older than the change', async () => {
  let answer = (_items: string[]) => {}
  const queryFn = () => new Promise<string[]>((resolve) => (answer = resolve))
  const fetching = cache.fetchQuery({ queryKey: key, queryFn }).catch(() => {})
  await runOptimisticMutation(
    add(async (item) => item),
    'b',
  )
  await fetching
  answer(['old'])
  await new Promise((resolve) => setTimeout(resolve))
  expect(items()).toEqual(['a', 'b'])
})

test('reverts only its own part where other changes were made in the meantime', () => {
  const rollBack = patchQuery<string[]>(
    key,
    (all) => [...all, 'b'],
    (all) => all.filter((item) => item !== 'b'),
  )
  cache.setQueryData(key, ['a', 'b', 'c'])
  rollBack()
  expect(items()).toEqual(['a', 'c'])
})

test('leaves a query alone that has not been loaded', () => {
  cache.clear()
  patchQuery<string[]>(key, (all) => [...all, 'b'])()
  expect(items()).toBeUndefined()
})

describe('two quick changes of one field', () => {
  type Send = (size: string) => Promise<string>
  const answers: { succeed: () => void; fail: () => void }[] = []
  const send: Send = (size) =>
    new Promise((resolve, reject) =>
      answers.push({ succeed: () => resolve(size), fail: () => reject(new Error('offline')) }),
    )
  const resize = (size: string) =>
    runOptimisticMutation(
      {
        mutationFn: send,
        apply: (next) => {
          const [previous = ''] = items() ?? []
          return patchQuery<string[]>(
            key,
            () => [next],
            () => [previous],
          )
        },
        field: () => 'size',
        failure: 'Failed to change the size',
      },
      size,
    ).catch(() => {})

  async function changeTwice() {
    answers.length = 0
    const ends = [resize('b'), resize('c')]
    await expect.poll(() => answers).toHaveLength(2)
    return { first: answers[0]!, second: answers[1]!, ends }
  }

  test.each(['first', 'second'] as const)(
    'return to the stored value if both fail, the %s at first',
    async (earlier) => {
      const { first, second, ends } = await changeTwice()
      const order = earlier === 'first' ? [first, second] : [second, first]
      for (const answer of order) {
        answer.fail()
        await Promise.race(ends)
      }
      await Promise.all(ends)
      expect(items()).toEqual(['a'])
    },
  )

  test('show the second value while the first fails, and after the second succeeds', async () => {
    const { first, second, ends } = await changeTwice()
    first.fail()
    await ends[0]
    expect(items()).toEqual(['c'])
    second.succeed()
    await ends[1]
    expect(items()).toEqual(['c'])
  })

  test('return to the first value if only the second fails', async () => {
    const { first, second, ends } = await changeTwice()
    first.succeed()
    await ends[0]
    second.fail()
    await ends[1]
    expect(items()).toEqual(['b'])
  })
})
