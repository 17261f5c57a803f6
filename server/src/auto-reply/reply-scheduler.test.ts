import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemTimers } from '../kit/process/timers.ts'
import { createReplyScheduler, type ReplyAttempt } from './reply-scheduler.ts'

const companyId = 'company'
const sessionId = 'session'

/** A scheduler whose runs answer the given question and end when they are aborted or released. */
function openScheduler() {
  const attempts: ReplyAttempt[] = []
  const releases: (() => void)[] = []
  const scheduler = createReplyScheduler(
    { log: pino({ level: 'silent' }), timers: systemTimers },
    async (attempt) => {
      attempts.push(attempt)
      await new Promise<void>((resolve) => {
        attempt.signal.addEventListener('abort', () => resolve())
        releases.push(resolve)
      })
      return null
    },
  )
  return { scheduler, attempts, release: () => releases.at(-1)?.() }
}

test('a stop aborts the reply to the questions that it is meant for', () => {
  const { scheduler, attempts } = openScheduler()
  scheduler.schedule(companyId, sessionId)
  attempts[0]?.setQuestion(5)
  scheduler.stop('another session', 9)
  scheduler.stop(sessionId, 4)
  expect(attempts[0]?.signal.aborted).toBe(false)
  scheduler.stop(sessionId, 6)
  expect(attempts[0]?.signal.aborted).toBe(true)
})

test('a stop that arrives before the question is known takes effect when it is', () => {
  const { scheduler, attempts } = openScheduler()
  scheduler.schedule(companyId, sessionId)
  scheduler.stop(sessionId, 6)
  expect(attempts[0]?.signal.aborted).toBe(false)
  attempts[0]?.setQuestion(5)
  expect(attempts[0]?.signal.aborted).toBe(true)
})

test('a conversation with a run is not recovered, and a message during a run starts another one', async () => {
  const { scheduler, attempts, release } = openScheduler()
  scheduler.schedule(companyId, sessionId)
  await scheduler.recover(companyId, sessionId)
  expect(attempts).toHaveLength(1)
  scheduler.schedule(companyId, sessionId)
  release()
  await expect.poll(() => attempts.length).toBe(2)
  expect(attempts.map(({ isRecovered }) => isRecovered)).toEqual([false, false])
  const closing = scheduler.close()
  expect(attempts[1]?.signal.aborted).toBe(true)
  await closing
  await scheduler.recover(companyId, sessionId)
  expect(attempts).toHaveLength(2)
})
