import type { DemoConversation, DemoStart, DemoStep } from './content/types.ts'

/** When each message and each note of a conversation was written, in their order. */
export type ConversationTimes = { messages: Date[]; notes: Date[] }

const minuteMs = 60_000
/** The usual time since the step before, by the kind of step. A visitor also needs time to type. */
const usualSeconds = { visitor: 40, ai: 4, agent: 150, note: 120, rating: 90 }
const secondsPerCharacter = 0.3

/** Pure: the same content and the same moment give the same times. */
export function planTimes({ start, steps }: DemoConversation, now: Date): ConversationTimes {
  const times: ConversationTimes = { messages: [], notes: [] }
  let time = toTime(start, now).getTime()
  for (const [index, step] of steps.entries()) {
    if (index > 0) time += getDelayMs(step)
    const list = 'note' in step ? times.notes : times.messages
    list.push(new Date(time))
  }
  return times
}

export function toTime(start: DemoStart, now: Date): Date {
  if ('minutesAgo' in start) return new Date(now.getTime() - start.minutesAgo * minuteMs)
  const time = new Date(now)
  time.setDate(time.getDate() - start.daysAgo)
  const [hours = 0, minutes = 0] = start.at.split(':').map(Number)
  time.setHours(hours, minutes, 0, 0)
  return time
}

function getDelayMs(step: DemoStep): number {
  if (step.afterMinutes !== undefined) return step.afterMinutes * minuteMs
  const kind = (Object.keys(usualSeconds) as (keyof typeof usualSeconds)[]).find((name) => name in step)
  const typing = 'visitor' in step ? step.visitor.length * secondsPerCharacter : 0
  return Math.round((usualSeconds[kind ?? 'visitor'] + typing) * 1000)
}
