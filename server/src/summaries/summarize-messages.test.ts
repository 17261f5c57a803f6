import type { Message } from '@aichat/contracts/chat/messages'
import { expect, test } from 'vitest'
import { summarizeMessages } from './summarize-messages.ts'

let seq = 0

function message(from: Message['from'], text: string, more: Partial<Message> = {}): Message {
  seq += 1
  return {
    _id: `m${seq}`,
    clientId: `c${seq}`,
    sessionId: 's',
    seq,
    from,
    type: from === 'system' ? 'system' : 'text',
    text,
    createdAt: '2026-01-01T10:00:00.000Z',
    isAi: false,
    agent: null,
    attachments: [],
    meta: {},
    ...more,
  }
}

const ai = { isAi: true }
const tom = { agent: { id: 't', name: 'Tom' } }

test('leaves out small talk with the replies of the AI to it', () => {
  const { exchanges } = summarizeMessages([
    message('visitor', 'Hello!'),
    message('agent', 'Hi, how can I help?', ai),
    message('visitor', 'Where is my parcel?'),
    message('agent', 'On its way.', ai),
    message('visitor', 'thank you'),
    message('agent', "You're welcome!", ai),
  ])
  expect(exchanges).toMatchObject([
    { questions: ['Where is my parcel?'], replies: [{ text: 'On its way.' }] },
  ])
})

test('has what a person wrote first, or in reply to small talk', () => {
  const { exchanges } = summarizeMessages([
    message('agent', 'Your order is ready.', tom),
    message('visitor', 'thanks'),
    message('agent', 'See you at four.', tom),
  ])
  expect(exchanges).toMatchObject([
    { questions: [], replies: [{ agentName: 'Tom', text: 'Your order is ready.' }] },
    { questions: [], replies: [{ agentName: 'Tom', text: 'See you at four.' }] },
  ])
})

test('has suggestions with the answer to them, and files by their names', () => {
  const photo = { id: 'f', name: 'photo.jpg' } as Message['attachments'][number]
  const sources = ['Returns', 'Returns', 'Shipping'].map((title) => ({
    itemId: title,
    title,
    url: null,
    quote: 'q',
  }))
  const { exchanges } = summarizeMessages([
    message('visitor', '', { attachments: [photo] }),
    message('agent', 'Returns\nShipping', { ...ai, meta: { kind: 'suggestions', sources, helped: false } }),
  ])
  expect(exchanges).toMatchObject([
    {
      questions: ['photo.jpg'],
      replies: [
        { kind: 'suggestions', helped: false, sources: [{ title: 'Returns' }, { title: 'Shipping' }] },
      ],
    },
  ])
})

test('keeps the newest messages of a question, and the reason of the hand-over until a person replies', () => {
  const messages = [
    ...['One?', 'Two?', 'Three?', 'Four?'].map((text) => message('visitor', text)),
    message('system', 'I have asked the team.', { meta: { kind: 'handover', reason: 'no_answer' } }),
    message('visitor', 'Five?'),
  ]
  expect(summarizeMessages(messages)).toMatchObject({
    exchanges: [{ questions: ['Three?', 'Four?', 'Five?'], replies: [] }],
    handoverReason: 'no_answer',
  })
  expect(summarizeMessages([...messages, message('agent', 'Yes.', tom)]).handoverReason).toBeNull()
})

test('covers messages up to the last that is not a notice', () => {
  const form = message('system', 'Form', { meta: { kind: 'prechat_summary', fields: { name: 'Ada' } } })
  const rated = message('system', 'Rated 5', { meta: { kind: 'feedback' } })
  expect(summarizeMessages([form, rated])).toMatchObject({ untilSeq: form.seq, form: { name: 'Ada' } })
  expect(summarizeMessages([])).toMatchObject({ untilSeq: 0, untilAt: null, exchanges: [], form: {} })
})
