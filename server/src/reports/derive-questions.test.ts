import { expect, test } from 'vitest'
import type { HistoryMessage, MessageKind } from './derive-facts.ts'
import { listUnansweredQuestions } from './derive-questions.ts'

function message(seq: number, kind: MessageKind, more: Partial<HistoryMessage> = {}): HistoryMessage {
  return {
    seq,
    kind,
    senderId: 'a',
    at: seq * 1000,
    language: null,
    handoverReason: null,
    helped: null,
    isOpened: false,
    rating: null,
    sourceIds: [],
    ...more,
  }
}

const question = message(1, 'visitor')
const conversation = { firstSeq: 1, language: 'en' }
const list = (...messages: HistoryMessage[]) =>
  listUnansweredQuestions([question, ...messages], [conversation])
const listSeqs = (...messages: HistoryMessage[]) => list(...messages).map(({ seq }) => seq)

test.each(['no_answer', 'low_support', 'model_failed'] as const)(
  'a question that is handed over because of "%s" is unanswered',
  (handoverReason) => {
    expect(list(message(2, 'handover', { handoverReason }))).toEqual([
      { seq: 2, askedAt: 2000, hadSuggestions: false, language: 'en' },
    ])
  },
)

test('a question has the language of its conversation of the session', () => {
  const handovers = [2, 4, 6].map((seq) => message(seq, 'handover', { handoverReason: 'no_answer' }))
  const conversations = [conversation, { firstSeq: 4, language: 'de' }]
  expect(listUnansweredQuestions(handovers, conversations).map(({ language }) => language)).toEqual([
    'en',
    'de',
    'de',
  ])
})

test.each(['asked_for_person', 'turn_cap', 'budget', 'failed', 'delayed'] as const)(
  'a hand-over because of "%s" says nothing about what the AI knows',
  (handoverReason) => {
    expect(listSeqs(message(2, 'handover', { handoverReason }))).toEqual([])
  },
)

test('suggestions leave a question unanswered when they did not help, or the visitor asked for a person next', () => {
  const suggestions = message(2, 'suggestions')
  const request = message(4, 'handover', { handoverReason: 'asked_for_person' })
  expect(listSeqs(suggestions)).toEqual([])
  expect(listSeqs({ ...suggestions, helped: false })).toEqual([2])
  expect(listSeqs({ ...suggestions, helped: true }, message(3, 'visitor'), request)).toEqual([])
  expect(listSeqs(suggestions, message(3, 'visitor'), request)).toEqual([2])
  expect(listSeqs(suggestions, message(3, 'answer'), request)).toEqual([])
  expect(listSeqs(suggestions, message(3, 'ai_other'), request)).toEqual([2])
})
