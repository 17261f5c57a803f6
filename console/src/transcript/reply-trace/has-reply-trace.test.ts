import type { Message } from '@aichat/contracts/chat/messages'
import { expect, test } from 'vitest'
import { hasReplyTrace } from './has-reply-trace.ts'

const message = (change: Partial<Message>): Message => ({
  _id: 'id',
  clientId: '01a20d2f-04e5-763c-9284-2b8b42cce389',
  sessionId: 'session',
  seq: 1,
  from: 'system',
  type: 'system',
  text: 'Text',
  createdAt: '2026-11-24T09:00:00.000Z',
  isAi: false,
  agent: null,
  attachments: [],
  meta: {},
  ...change,
})
const handover = { kind: 'handover', reason: 'asked_for_person' } as const

test.each([
  ['a reply of the AI', { from: 'agent', isAi: true, clientId: 'ai-1' }, true],
  ['a hand-over of the AI', { clientId: 'ai-1', meta: handover }, true],
  ['a hand-over that the visitor asked for with the button', { meta: handover }, false],
  ['an acknowledgement', { clientId: 'ai-3', meta: { kind: 'acknowledged' } }, true],
  ['a form summary', { meta: { kind: 'prechat_summary' } }, false],
  ["a visitor's message that waits for the team", { from: 'visitor', meta: { pending: 'team' } }, true],
  ["a visitor's message with the client ID of a reply", { from: 'visitor', clientId: 'ai-1' }, false],
  ["an agent's message", { from: 'agent' }, false],
] as const)('%s has a trace or not', (_, change, expected) => {
  expect(hasReplyTrace(message(change as Partial<Message>))).toBe(expected)
})
