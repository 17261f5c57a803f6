import { expect, test } from 'vitest'
import { createOutbox, type Outcome } from './outbox.ts'
import type { Pending } from './thread.ts'

function pending(clientId: string, sessionId = 'session'): Pending {
  return {
    clientId,
    sessionId,
    text: clientId,
    attachments: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    state: 'waiting',
  }
}

function desk(outcomes: Outcome[], kept: Pending[] = []) {
  const sent: string[] = []
  let stored: readonly Pending[] = kept
  const outbox = createOutbox({
    send: async ({ clientId }) => {
      sent.push(clientId)
      return outcomes.shift() ?? 'stored'
    },
    load: () => kept,
    keep: (all) => {
      stored = all
    },
    wait: async () => {},
  })
  return { outbox, sent, stored: () => stored }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('messages go out one by one, in order', async () => {
  const { outbox, sent } = desk([])
  outbox.add(pending('a'))
  outbox.add(pending('b'))
  await settled()
  expect(sent).toEqual(['a', 'b'])
  expect(outbox.get()).toEqual([])
})

test('a message of unknown fate is sent again with the same clientId, before those behind it', async () => {
  const { outbox, sent } = desk(['unknown', 'slow-down', 'stored'])
  outbox.add(pending('a'))
  outbox.add(pending('b'))
  await settled()
  expect(sent).toEqual(['a', 'a', 'a', 'b'])
})

test('a refused message stays, says why, and can be retried', async () => {
  const { outbox, sent } = desk([{ refused: 'no' }])
  outbox.add(pending('a'))
  await settled()
  expect(outbox.get()).toMatchObject([{ clientId: 'a', state: 'failed', problem: 'no' }])
  outbox.retry('a')
  await settled()
  expect(sent).toEqual(['a', 'a'])
  expect(outbox.get()).toEqual([])
})

test('what was kept over a reload goes out on resume', async () => {
  const { outbox, sent, stored } = desk([], [pending('a'), pending('b', 'other')])
  outbox.resume()
  await settled()
  expect(sent).toEqual(['a', 'b'])
  expect(stored()).toEqual([])
})
