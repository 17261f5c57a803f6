import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimers } from '../timers.ts'
import { createKnowledgeEvents, knowledgeKey } from './knowledge-events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(itemCount: number) {
  const client = new QueryClient()
  const items = Array.from({ length: itemCount }, (_, index) => ({
    id: `item-${index}`,
    status: 'pending',
    stage: 'embedding',
  }))
  client.setQueryData(knowledgeKey('shop'), items as KnowledgeItem[])
  const reload = vi.fn()
  const timers = createTimers()
  const applyUpdate = createKnowledgeEvents({ client, timers, reload })
  const end = (index: number, projectId = 'shop') =>
    applyUpdate({ projectId, itemId: `item-${index}`, status: 'embedded', stage: null })
  const countEmbedded = () =>
    client
      .getQueryData<KnowledgeItem[]>(knowledgeKey('shop'))
      ?.filter(({ status, stage }) => status === 'embedded' && stage === null).length
  return { applyUpdate, end, countEmbedded, reload, timers }
}

test('the ends of many items show at once, and reload the list of their project once a second', () => {
  const { end, countEmbedded, reload } = setUp(100)
  for (let index = 0; index < 100; index++) {
    end(index)
    vi.advanceTimersByTime(25)
  }
  expect(countEmbedded()).toBe(100)
  expect(reload).toHaveBeenCalledTimes(2)
  end(0, 'boats')
  vi.advanceTimersByTime(1000)
  expect(reload.mock.calls).toEqual([['shop'], ['shop'], ['shop'], ['boats']])
})

test('the last end is followed by a reload, and progress by none', () => {
  const { applyUpdate, end, reload, timers } = setUp(2)
  applyUpdate({ projectId: 'shop', itemId: 'item-0', status: 'pending', stage: 'fetching' })
  vi.advanceTimersByTime(5000)
  expect(reload).not.toHaveBeenCalled()
  end(1)
  vi.advanceTimersByTime(1000)
  expect(reload).toHaveBeenCalledTimes(1)
  end(1)
  timers.stop()
  vi.advanceTimersByTime(5000)
  expect(reload).toHaveBeenCalledTimes(1)
})
