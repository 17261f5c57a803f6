import { expect, test, vi } from 'vitest'
import { forEachItem } from './each-item.ts'

const items = [{ id: 'first' }, { id: 'failing' }, { id: 'last' }]

test('a failure is logged with its item, and does not stop the items behind it', async () => {
  const warn = vi.fn()
  const error = new Error('not possible')
  const done: string[] = []
  const work = async ({ id }: { id: string }) => {
    if (id === 'failing') throw error
    done.push(id)
  }
  await forEachItem(items, work, { task: 'test', log: { warn } })
  expect(done).toEqual(['first', 'last'])
  expect(warn.mock.calls).toEqual([
    [{ err: error, task: 'test', item: { id: 'failing' } }, 'a scheduled task failed for one item'],
  ])
})

test('an aborted signal ends it before the next item', async () => {
  const controller = new AbortController()
  const done: string[] = []
  const work = async ({ id }: { id: string }) => {
    done.push(id)
    controller.abort()
  }
  await forEachItem(items, work, { task: 'test', log: { warn() {} }, signal: controller.signal })
  expect(done).toEqual(['first'])
})
