import { describe, expect, test } from 'vitest'
import { type Closing, type ConversationFacts, deriveFacts, type HistoryMessage } from './derive-facts.ts'

const minute = 60_000
const hour = 60 * minute
const person = 'p'

/** What happened, in order: the kind of a message, or `close`, and the minutes since the beginning. */
type Event = [HistoryMessage['kind'] | 'close', number, Partial<HistoryMessage>?]

/** Business hours are every second hour. */
function measureBusinessMs(from: number, to: number): number {
  const until = (at: number) => Math.floor(at / hour / 2) * hour + Math.min(hour, at % (2 * hour))
  return until(to) - until(from)
}

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
      isOpened: false,
      rating: null,
      sourceIds: [],
      ...change,
    })
  }
  return deriveFacts(messages, closings, measureBusinessMs)
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

  test('is measured in business hours too, where there are some', () => {
    expect(deriveOne(['visitor', 50], ['person', 130])).toMatchObject({
      firstResponseSeconds: 80 * 60,
      firstResponseBusinessSeconds: 20 * 60,
    })
    expect(deriveOne(['visitor', 70], ['person', 80]).firstResponseBusinessSeconds).toBe(0)
    expect(deriveOne(['visitor', 0], ['answer', 1]).firstResponseBusinessSeconds).toBeNull()
    const history = { kind: 'visitor', senderId: person, language: null, handoverReason: null } as const
    const message = { ...history, helped: null, isOpened: false, rating: null, sourceIds: [] }
    const [facts] = deriveFacts(
      [
        { ...message, seq: 1, at: 0 },
        { ...message, seq: 2, at: minute, kind: 'person' },
      ],
      [],
      () => null,
    )
    expect(facts).toMatchObject({ firstResponseSeconds: 60, firstResponseBusinessSeconds: null })
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

  test('suggestions were opened when the visitor opened one of the pages', () => {
    expect(deriveOne(['visitor', 0], ['suggestions', 1]).suggestionsOpened).toBe(false)
    expect(
      deriveOne(['visitor', 0], ['suggestions', 1, { isOpened: true }], ['visitor', 60]).suggestionsOpened,
    ).toBe(true)
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

describe('the first reply of the AI', () => {
  test('is measured from the first message of the visitor, and may be small talk or a hand-over', () => {
    expect(deriveOne(['visitor', 0], ['visitor', 1], ['answer', 2])).toMatchObject({
      firstAiReplySeconds: 120,
    })
    expect(deriveOne(['visitor', 0], ['ai_other', 1], ['answer', 2])).toMatchObject({
      firstAiReplySeconds: 60,
    })
    expect(deriveOne(['visitor', 0], ['handover', 3])).toMatchObject({ firstAiReplySeconds: 180 })
  })

  test('is missing where a person or program wrote before, or the AI wrote nothing', () => {
    const facts = [
      deriveOne(['visitor', 0], ['person', 1], ['answer', 2]),
      deriveOne(['visitor', 0], ['program', 1], ['answer', 2]),
      deriveOne(['visitor', 0], ['notice', 1]),
    ]
    expect(facts.map(({ firstAiReplySeconds }) => firstAiReplySeconds)).toEqual([null, null, null])
  })
})

describe('agents', () => {
  test('are people who wrote after the visitor, with their messages', () => {
    expect(
      deriveOne(
        ['person', 0, { senderId: 'early' }],
        ['visitor', 1],
        ['person', 2, { senderId: 'b' }],
        ['program', 3, { senderId: 'bot' }],
        ['person', 4, { senderId: 'a' }],
        ['person', 5, { senderId: 'b' }],
      ).agents,
    ).toEqual([
      { id: 'a', messages: 1 },
      { id: 'b', messages: 2 },
    ])
  })
})

describe('sources', () => {
  const cites = (...sourceIds: string[]) => ({ sourceIds })
  const isUnhelpful = (...events: Event[]) =>
    deriveOne(['visitor', 0], ['answer', 1, cites('page')], ...events).sources[0]?.isUnhelpful

  test('are cited by answers or suggested', () => {
    expect(
      deriveOne(
        ['visitor', 0],
        ['suggestions', 1, cites('b', 'c')],
        ['visitor', 2],
        ['answer', 3, cites('b', 'a', 'a')],
      ).sources,
    ).toEqual([
      { id: 'a', isCited: true, isSuggested: false, isUnhelpful: false },
      { id: 'b', isCited: true, isSuggested: true, isUnhelpful: false },
      { id: 'c', isCited: false, isSuggested: true, isUnhelpful: false },
    ])
  })

  test('did not help when the visitor rated the answer low or asked for a person next', () => {
    const asked = { handoverReason: 'asked_for_person' } as const
    const rated = (rating: number) =>
      deriveOne(['visitor', 0], ['answer', 1, { ...cites('page'), rating }]).sources[0]?.isUnhelpful
    expect([rated(1), rated(2), rated(3)]).toEqual([true, true, false])
    expect(isUnhelpful(['visitor', 2], ['handover', 2, asked])).toBe(true)
    expect(isUnhelpful(['visitor', 2], ['handover', 2])).toBe(false)
    expect(isUnhelpful(['visitor', 2], ['answer', 3], ['visitor', 4], ['handover', 4, asked])).toBe(false)
  })

  test('did not help when a person wrote next, and the visitor had not', () => {
    expect(isUnhelpful(['person', 2])).toBe(true)
    expect(isUnhelpful(['notice', 2], ['person', 2])).toBe(true)
    expect(isUnhelpful(['visitor', 2], ['person', 3])).toBe(false)
    expect(isUnhelpful(['program', 2], ['person', 3])).toBe(false)
  })

  test('that were suggested are not judged', () => {
    const [page] = deriveOne(
      ['visitor', 0],
      ['suggestions', 1, { ...cites('page'), rating: 1 }],
      ['person', 2],
    ).sources
    expect(page).toMatchObject({ isSuggested: true, isUnhelpful: false })
  })
})
