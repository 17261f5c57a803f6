import { expect, test } from 'vitest'
import { createState } from '../../test/fixtures/session-state.ts'
import { createRandom } from '../../test/kit/random.ts'
import { applyMessage, type Effect, isNoticeNeeded, isPersonActive } from './state.ts'
import type { SessionState } from './state-fields.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const iso = (time: number) => new Date(time).toISOString()
const release = { number: 1, autoReply: true, manualOnReply: true, resumeMinutes: 0 }

const newConversation = createState({ lastMessageAt: iso(start), autoReply: true, release })

type Outcome =
  | 'answer'
  | 'suggestions'
  | 'small_talk'
  | 'handover'
  | 'requested_handover'
  | 'acknowledgement'
  | 'pending'

test("keeps the visitor's last message through answers and hand-overs", () => {
  const send = (state: SessionState, from: 'visitor' | 'ai' | 'system', text: string) =>
    applyMessage(state, { from, text, effect: {} }, iso(start)) as SessionState
  const asked = send(newConversation, 'visitor', 'May I return it?')
  expect(asked.lastVisitorMessage).toBeNull()
  const handedOver = send(send(asked, 'ai', 'Within 30 days.'), 'system', 'The team will help.')
  expect(handedOver).toMatchObject({
    lastMessage: 'The team will help.',
    lastVisitorMessage: 'May I return it?',
  })
  expect(send(handedOver, 'visitor', 'Hello?').lastVisitorMessage).toBeNull()
})

test('a visitor waits from the first message without an answer until a person or the AI answers', () => {
  const at = (minute: number) => iso(start + minute * 60_000)
  const send = (
    state: SessionState,
    from: 'visitor' | 'ai' | 'agent' | 'system',
    minute: number,
    effect: Effect = {},
  ) => applyMessage(state, { from, text: 'Text', effect }, at(minute)) as SessionState
  const asked = send(send(newConversation, 'visitor', 1), 'visitor', 2)
  expect(asked.waitingSince).toBe(at(1))
  expect(send(asked, 'ai', 3).waitingSince).toBeNull()
  expect(send(asked, 'agent', 3).waitingSince).toBeNull()
  const handedOver = send(asked, 'system', 3, { notice: 'handover' })
  expect(handedOver.waitingSince).toBe(at(1))
  // Only a person ends the wait for a person.
  const answered = send(send(handedOver, 'visitor', 4), 'ai', 5)
  expect(answered.waitingSince).toBe(at(1))
  expect(send(answered, 'agent', 6).waitingSince).toBeNull()
  const requested = send(send(asked, 'ai', 3), 'system', 7, { notice: 'requested_handover' })
  expect(requested.waitingSince).toBe(at(7))
  expect(send(newConversation, 'system', 1).waitingSince).toBeNull()
})

/** What a reply of the AI does to the conversation; null when it is rejected. */
function reply(state: SessionState, outcome: Outcome, now: number): SessionState | null {
  const repliesToSeq = state.unansweredSeq ?? -1
  if (outcome === 'pending') return { ...state, unansweredSeq: null, unansweredStretch: 'pending' }
  const isFromAi = outcome === 'answer' || outcome === 'suggestions' || outcome === 'small_talk'
  const effect: Effect = isFromAi
    ? { repliesToSeq, keepsStretch: outcome !== 'answer' }
    : { repliesToSeq, notice: outcome }
  const next = applyMessage(state, { from: isFromAi ? 'ai' : 'system', text: outcome, effect }, iso(now))
  return typeof next === 'string' ? null : next
}

/** The message that is posted for a question that the AI declines. */
function chooseOutcome(state: SessionState, isRequest: boolean, now: number): Outcome {
  const handover = isRequest ? ('requested_handover' as const) : ('handover' as const)
  return (
    [handover, 'acknowledgement' as const].find((one) => isNoticeNeeded(state, one, iso(now))) ?? 'pending'
  )
}

const sequences = Number(process.env.OUTCOME_SEQUENCES ?? 300)

test('in random conversations every message has an outcome, and no notice comes twice or beside a person', () => {
  for (let seed = 1; seed <= sequences; seed++) runConversation(seed)
})

function runConversation(seed: number): void {
  const random = createRandom(seed)
  const pick = <Item>(all: readonly Item[]) => all[Math.floor(random() * all.length)] as Item
  let state: SessionState = { ...newConversation, release: { ...release, manualOnReply: random() < 0.5 } }
  let now = start
  let acknowledgements = 0
  const apply = (next: SessionState | string | null) => {
    expect(next, `seed ${seed}`).toBeTypeOf('object')
    state = next as SessionState
  }
  for (let step = 0; step < 40; step++) {
    now += pick([1000, 60_000, 16 * 60_000])
    switch (pick(['visitor', 'visitor', 'visitor', 'agent', 'toggle', 'button', 'close', 'reopen'])) {
      case 'visitor': {
        const wasClosed = state.status === 'closed'
        apply(applyMessage(state, { from: 'visitor', text: 'question', effect: {} }, iso(now)))
        if (wasClosed) acknowledgements = 0
        if (!state.autoReply) break
        expect(state.unansweredSeq, `seed ${seed}`).toBe(state.lastSeq)
        const kind = pick(['answer', 'suggestions', 'small_talk', 'decline', 'decline', 'request'])
        const isDecline = kind === 'decline' || kind === 'request'
        const outcome = isDecline ? chooseOutcome(state, kind === 'request', now) : (kind as Outcome)
        if (outcome.endsWith('handover')) expect(isPersonActive(state, now), `seed ${seed}`).toBe(false)
        if (outcome === 'acknowledgement') acknowledgements++
        expect(acknowledgements, `seed ${seed}`).toBeLessThanOrEqual(1)
        apply(reply(state, outcome, now))
        expect(state.unansweredSeq, `seed ${seed}`).toBeNull()
        if (outcome === 'answer') acknowledgements = 0
        break
      }
      case 'agent': {
        if (state.status === 'closed') break
        const wasOn = state.autoReply
        const sender = { userId: 'agent', name: 'Agent' }
        apply(applyMessage(state, { from: 'agent', text: 'reply', effect: {}, sender }, iso(now)))
        acknowledgements = 0
        if (wasOn) expect(state.autoReply, `seed ${seed}`).toBe(!state.release?.manualOnReply)
        expect(state.autoReplyOffBy !== null && state.autoReply, `seed ${seed}`).toBe(false)
        break
      }
      case 'toggle':
        state = { ...state, autoReply: !state.autoReply, autoReplyOffBy: null, unansweredSeq: null }
        break
      case 'button': {
        const effect: Effect = { notice: 'requested_handover', endsPending: true, reopensSession: true }
        const wasClosed = state.status === 'closed'
        const next = applyMessage(state, { from: 'system', text: 'handover', effect }, iso(now))
        if (isPersonActive(state, now)) expect(next, `seed ${seed}`).toBe('unneeded')
        if (typeof next === 'string') break
        if (wasClosed) acknowledgements = 0
        state = next
        break
      }
      case 'close':
        state = {
          ...state,
          status: 'closed',
          needsHuman: false,
          personRequested: false,
          unansweredStretch: null,
        }
        acknowledgements = 0
        break
      case 'reopen': {
        if (state.status !== 'closed') break
        const chosen = state.autoReplyOffBy ? release.autoReply : state.autoReply
        apply(applyMessage(state, { from: 'visitor', text: 'hello', effect: {} }, iso(now)))
        expect(state.autoReply, `seed ${seed}`).toBe(chosen)
        state = { ...state, unansweredSeq: null }
        break
      }
    }
  }
}
