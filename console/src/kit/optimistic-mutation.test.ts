import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
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
  const fetching = cache
    .fetchQuery({ queryKey: key, queryFn: () => new Promise((resolve) => setTimeout(resolve, 20, ['old'])) })
    .catch(() => {})
  await runOptimisticMutation(
    add(async (item) => item),
    'b',
  )
  await fetching
  await new Promise((resolve) => setTimeout(resolve, 30))
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
