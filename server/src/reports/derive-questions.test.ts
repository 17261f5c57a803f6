import { describe, expect, test } from 'vitest'
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
const conversation = { firstSeq: 1, startedAt: 1000, language: 'en' }
const list = (...messages: HistoryMessage[]) =>
  listUnansweredQuestions([question, ...messages], [conversation])
const listSeqs = (...messages: HistoryMessage[]) => list(...messages).map(({ seq }) => seq)

test.each(['no_answer', 'low_support', 'model_failed'] as const)(
  'a question that is handed over because of "%s" is unanswered',
  (handoverReason) => {
    expect(list(message(2, 'handover', { handoverReason }))).toEqual([
      {
        seq: 2,
        askedAt: 2000,
        hadSuggestions: false,
        language: 'en',
        handedOver: { firstSeq: 1, startedAt: 1000 },
      },
    ])
  },
)

test('a question has the language of its conversation of the session', () => {
  const handovers = [2, 4, 6].map((seq) => message(seq, 'handover', { handoverReason: 'no_answer' }))
  const conversations = [conversation, { firstSeq: 4, startedAt: 4000, language: 'de' }]
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

describe('a conversation is handed over because of', () => {
  const listHandedOver = (...messages: HistoryMessage[]) =>
    list(...messages).flatMap(({ seq, handedOver }) => (handedOver ? [seq] : []))
  const handover = (seq: number) => message(seq, 'handover', { handoverReason: 'no_answer' })
  const request = message(4, 'handover', { handoverReason: 'asked_for_person' })
  const suggestions = message(2, 'suggestions', { helped: false })

  test('the first unanswered question only', () => {
    expect(listHandedOver(handover(2), message(3, 'visitor'), handover(4))).toEqual([2])
  })

  test('a question with suggestions, when the visitor asks for a person next', () => {
    expect(listHandedOver(suggestions)).toEqual([])
    expect(listHandedOver(suggestions, message(3, 'visitor'), request)).toEqual([2])
    expect(listHandedOver(suggestions, message(3, 'answer'), request)).toEqual([])
    expect(listHandedOver(suggestions, message(3, 'visitor'), handover(4))).toEqual([4])
  })

  test('no question, when it was handed over for another reason before', () => {
    const limit = message(2, 'handover', { handoverReason: 'turn_cap' })
    expect(listHandedOver(limit, message(3, 'visitor'), handover(4))).toEqual([])
  })

  test('a question of the same conversation', () => {
    const conversations = [conversation, { firstSeq: 3, startedAt: 3000, language: 'de' }]
    const messages = [question, suggestions, message(3, 'visitor'), request]
    expect(listUnansweredQuestions(messages, conversations)).toMatchObject([{ seq: 2, handedOver: null }])
    const handovers = [question, handover(2), message(3, 'visitor'), handover(4)]
    expect(listUnansweredQuestions(handovers, conversations)).toMatchObject([
      { seq: 2, handedOver: { firstSeq: 1 } },
      { seq: 4, handedOver: { firstSeq: 3 } },
    ])
  })
})
