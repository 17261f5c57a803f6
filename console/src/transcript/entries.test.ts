import type { Message } from '@aichat/contracts/chat/messages'
import type { Note } from '@aichat/contracts/chat/notes'
import { expect, test } from 'vitest'
import type { PendingMessage } from '../sync/thread.ts'
import { buildEntries } from './entries.ts'

const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
const message = (seq: number, clientId = `client-${seq}`, extra: Partial<Message> = {}) =>
  ({ _id: `id-${seq}`, clientId, seq, createdAt: at(seq), meta: {}, ...extra }) as Message
const note = (id: string, minute: number) => ({ id, createdAt: at(minute) }) as Note
const pending = { clientId: 'mine' } as PendingMessage
const keys = (...input: Parameters<typeof buildEntries>) => buildEntries(...input).map(({ key }) => key)

test('shows a pending message last, until the stored one with its clientId replaces it', () => {
  const before = { messages: [message(1)], hasOlder: false }
  expect(keys(before, [pending])).toEqual(['client-1', 'mine'])
  const after = { messages: [message(1), message(2, 'mine')], hasOlder: false }
  expect(buildEntries(after, [pending]).map(({ kind, key }) => [kind, key])).toEqual([
    ['message', 'client-1'],
    ['message', 'mine'],
  ])
})

test('sorts notes between messages by time', () => {
  const thread = { messages: [message(1), message(3)], hasOlder: false }
  expect(keys(thread, [], [note('a', 0), note('b', 2), note('c', 4)])).toEqual([
    'a',
    'client-1',
    'b',
    'client-3',
    'c',
  ])
})

test('leaves out notes from before the first loaded message', () => {
  const thread = { messages: [message(2)], hasOlder: true }
  expect(keys(thread, [], [note('a', 1), note('b', 3)])).toEqual(['client-2', 'b'])
})

test('a question is with the team until a person answers', () => {
  const answer = message(1, 'ai', { from: 'agent', isAi: true, meta: { pending: 'team' } })
  const aiMessage = message(2, 'ai-2', { from: 'agent', isAi: true })
  const reply = message(3, 'person', { from: 'agent', isAi: false })
  const withTeam = (messages: Message[]) =>
    buildEntries({ messages, hasOlder: false }, []).map((one) => one.kind === 'message' && one.isWithTeam)
  expect(withTeam([answer, aiMessage])).toEqual([true, false])
  expect(withTeam([answer, aiMessage, reply])).toEqual([false, false, false])
})
