import { describe, expect, test } from 'vitest'
import { type Closing, type ConversationFacts, deriveFacts, type HistoryMessage } from './derive-facts.ts'

const minute = 60_000
const hour = 60 * minute
const person = 'p'

/** What happened, in order: the kind of a message, or `close`, and the minutes since the beginning. */
type Event = [HistoryMessage['kind'] | 'close', number, Partial<HistoryMessage>?]

function derive(...events: Event[]): ConversationFacts[] {
  const messages: HistoryMessage[] = []
  const closings: Closing[] = []
  for (const [kind, minutes, change] of events) {
    const at = minutes * minute
    if (kind === 'close') {
      closings.push({ seq: messages.length, at })
      continue
    }
    messages.push({
      seq: messages.length + 1,
      kind,
      senderId: person,
      at,
      language: null,
      handoverReason: kind === 'handover' ? 'no_answer' : null,
      helped: null,
      rating: null,
      ...change,
    })
  }
  return deriveFacts(messages, closings)
}

function deriveOne(...events: Event[]): ConversationFacts {
  const facts = derive(...events)
  expect(facts).toHaveLength(1)
  return facts[0] as ConversationFacts
}

describe('conversations', () => {
  test('begin anew with a message of the visitor after more than 72 hours of silence', () => {
    const after = (minutes: number) => derive(['visitor', 0], ['answer', 0], ['visitor', minutes])
    expect(after(72 * 60)).toHaveLength(1)
    expect(after(72 * 60 + 1).map(({ firstSeq }) => firstSeq)).toEqual([1, 3])
    expect(derive(['visitor', 0], ['person', 100 * 60], ['visitor', 101 * 60])).toHaveLength(1)
  })

  test('in which the visitor wrote nothing are not counted; a form counts', () => {
    expect(derive(['person', 0], ['notice', 1])).toEqual([])
    expect(derive(['form', 0])).toMatchObject([{ messages: 1, isUnanswered: true }])
  })

  test('count the messages of all, and answers without small talk', () => {
    const facts = deriveOne(
      ['visitor', 0],
      ['ai_other', 0],
      ['visitor', 1],
      ['answer', 1],
      ['handover', 2],
      ['program', 3],
    )
    expect(facts).toMatchObject({ messages: 5, aiAnswers: 1, handoverReason: 'no_answer', startedAt: 0 })
  })
})

describe('the first response', () => {
  test('is measured from the first message that nothing answered', () => {
    expect(deriveOne(['visitor', 0], ['visitor', 2], ['person', 5])).toMatchObject({
      firstResponderId: person,
      firstResponseSeconds: 300,
    })
    expect(
      deriveOne(['visitor', 0], ['answer', 1], ['visitor', 10], ['visitor', 12], ['person', 15]),
    ).toMatchObject({
      firstResponseSeconds: 300,
    })
  })

  test("is measured from the visitor's last message where the AI answered everything", () => {
    expect(deriveOne(['visitor', 0], ['answer', 1], ['person', 5]).firstResponseSeconds).toBe(300)
  })

  test('is not shortened by a hand-over, or by small talk after it', () => {
    const facts = deriveOne(['visitor', 0], ['handover', 1], ['visitor', 2], ['ai_other', 3], ['person', 5])
    expect(facts.firstResponseSeconds).toBe(300)
  })

  test('is never one of the AI or of a program', () => {
    expect(deriveOne(['visitor', 0], ['answer', 1], ['program', 2]).firstResponseSeconds).toBeNull()
  })

  test('waits from suggestions on that did not help', () => {
    const facts = deriveOne(
      ['visitor', 0],
      ['suggestions', 1, { helped: false }],
      ['handover', 3],
      ['person', 5],
    )
    expect(facts.firstResponseSeconds).toBe(240)
  })
})

describe('a return', () => {
  test('follows a closing, or an answer of the AI by at least 30 minutes', () => {
    expect(deriveOne(['visitor', 0], ['person', 1], ['close', 2], ['visitor', 3]).cameBack).toBe(true)
    expect(deriveOne(['visitor', 0], ['answer', 1], ['visitor', 31]).cameBack).toBe(true)
    expect(deriveOne(['visitor', 0], ['answer', 1], ['visitor', 30]).cameBack).toBe(false)
  })

  test('is not a message of a visitor who waits, or who talks to a person', () => {
    expect(deriveOne(['visitor', 0], ['visitor', 60]).cameBack).toBe(false)
    expect(deriveOne(['visitor', 0], ['handover', 1], ['visitor', 60]).cameBack).toBe(false)
    expect(deriveOne(['visitor', 0], ['answer', 1], ['visitor', 2], ['visitor', 60]).cameBack).toBe(false)
    expect(
      deriveOne(['visitor', 0], ['answer', 1], ['person', 2], ['answer', 3], ['visitor', 60]).cameBack,
    ).toBe(false)
  })
})

describe('outcomes', () => {
  const suggestions = (helped: boolean | null): Event => ['suggestions', 1, { helped }]

  test('a visitor confirms by yes to suggestions or a good rating, whichever came last', () => {
    const confirmed = (...events: Event[]) => deriveOne(['visitor', 0], ...events).isConfirmed
    expect(confirmed(suggestions(true))).toBe(true)
    expect(confirmed(suggestions(false))).toBe(false)
    expect(confirmed(suggestions(true), ['rating', 2, { rating: 3 }])).toBe(false)
    expect(confirmed(['answer', 1, { rating: 4 }])).toBe(true)
    expect(confirmed(['answer', 1, { rating: 1 }], ['rating', 2, { rating: 5 }])).toBe(true)
    expect(confirmed(['answer', 1])).toBe(false)
  })

  test('a visitor who comes back afterwards has not confirmed', () => {
    const facts = deriveOne(['visitor', 0], suggestions(true), ['visitor', 60])
    expect(facts).toMatchObject({ isConfirmed: false, suggestionsHelped: false, cameBack: true })
    const rated = deriveOne(
      ['visitor', 0],
      ['answer', 1],
      ['visitor', 60],
      ['answer', 61],
      ['rating', 62, { rating: 5 }],
    )
    expect(rated).toMatchObject({ isConfirmed: true, cameBack: true })
  })

  test('quiet is an answer of the AI and nothing else', () => {
    expect(deriveOne(['visitor', 0], ['answer', 1]).isQuiet).toBe(true)
    expect(deriveOne(['visitor', 0], suggestions(null)).isQuiet).toBe(true)
    expect(deriveOne(['visitor', 0], ['answer', 1], ['visitor', 2], ['ai_other', 2]).isQuiet).toBe(true)
    const others: Event[][] = [
      [['visitor', 2]],
      [['person', 2]],
      [['program', 2]],
      [['handover', 2]],
      [['rating', 2, { rating: 3 }]],
      [
        ['visitor', 60],
        ['answer', 61],
      ],
    ]
    for (const more of others) expect(deriveOne(['visitor', 0], ['answer', 1], ...more).isQuiet).toBe(false)
    expect(deriveOne(['visitor', 0], ['ai_other', 1]).isQuiet).toBe(false)
  })

  test('small talk answers nothing', () => {
    expect(deriveOne(['visitor', 0], ['ai_other', 1]).isUnanswered).toBe(true)
    expect(deriveOne(['visitor', 0], ['handover', 1]).isUnanswered).toBe(true)
    expect(deriveOne(['visitor', 0], suggestions(null)).isUnanswered).toBe(false)
  })
})

test('the resolution ends with the last closing, unless the visitor has written since', () => {
  const close: Event = ['close', 10]
  expect(deriveOne(['visitor', 0], ['person', 1], close).resolutionSeconds).toBe(600)
  expect(
    deriveOne(['visitor', 0], close, ['rating', 11, { rating: 5 }], ['close', 12]).resolutionSeconds,
  ).toBe(720)
  expect(deriveOne(['visitor', 0], close, ['visitor', 11]).resolutionSeconds).toBeNull()
})

test('a clock that was set back gives no negative time', () => {
  expect(deriveOne(['visitor', 10], ['person', 5], ['close', 4])).toMatchObject({
    firstResponseSeconds: 0,
    resolutionSeconds: 0,
  })
})

test('closings belong to the part in which they happened', () => {
  const [first, second] = derive(
    ['visitor', 0],
    ['person', 1],
    ['close', 2],
    ['visitor', (100 * hour) / minute],
  )
  expect(first?.resolutionSeconds).toBe(120)
  expect(second).toMatchObject({ resolutionSeconds: null, cameBack: false })
})
