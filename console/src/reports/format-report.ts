import type { AgentMeasure, ConversationMeasure, SourceMeasure } from '@aichat/contracts/company/reports'
import type { Period } from '../kit/days.ts'
import { formatNumber, formatPercent } from '../kit/format/format-count.ts'
import { handoverReasonLabels } from '../sessions/handover-reasons.ts'
import type { ConversationGroup } from './filter/report-filter.ts'
import { getInterval } from './statistics.ts'

/** The name of each measure, and its definition in a sentence. */
export const measures: Record<ConversationMeasure, { label: string; definition: string }> = {
  conversations: {
    label: 'Conversations',
    definition: 'Visitors who wrote. After 72 hours of silence, a new one begins.',
  },
  answeredByAi: { label: 'Answered by AI', definition: 'The AI answered at least once.' },
  answeredByPeople: { label: 'Answered by people', definition: 'Someone on your team replied.' },
  unanswered: { label: 'Not answered', definition: 'No AI answer, no suggestions and no reply.' },
  suggestionsOffered: {
    label: 'Suggestions offered',
    definition: 'The AI suggested pages instead of an answer.',
  },
  suggestionsOpened: {
    label: 'Suggestions opened',
    definition: 'The visitor opened the link of a suggested page.',
  },
  suggestionsHelped: {
    label: 'Suggestions helped',
    definition: 'The visitor said that they helped, and did not come back.',
  },
  handedOver: { label: 'Handed over', definition: 'The AI or the visitor asked for your team.' },
  confirmedResolved: {
    label: 'Confirmed resolved',
    definition: 'The visitor said so or gave 4 or 5 stars, and did not come back.',
  },
  quiet: {
    label: 'Quiet',
    definition: 'The AI had the last word, and the visitor did not react. It may or may not be solved.',
  },
  cameBack: {
    label: 'Came back',
    definition: 'The visitor returned within 72 hours, after an answer or after closing.',
  },
}

const agentGroups: Record<AgentMeasure, { label: string; definition: string }> = {
  replied: { label: 'Answered by', definition: 'This person wrote after the visitor.' },
  firstResponse: {
    label: 'First response by',
    definition: 'This person was the first on your team to answer.',
  },
  rated: {
    label: 'Rated, answered by',
    definition: 'This person wrote, and the visitor rated the conversation.',
  },
}

const sourceGroups: Record<SourceMeasure, { label: string; definition: string }> = {
  cited: { label: 'Answered from', definition: 'An AI answer cites this source.' },
  suggested: { label: 'Suggested:', definition: 'The AI suggested this source.' },
  unhelpful: {
    label: "Didn't help:",
    definition:
      'The visitor rated an AI answer from this source 1 or 2 stars or asked for a person next, or someone on your team wrote next.',
  },
}

/**
 * The name of a group, and its definition in a sentence. `name` is that of the topic, agent or source: null when it was removed,
 * and undefined while it is loading.
 */
export function describeGroup(
  group: ConversationGroup,
  name?: string | null,
): { label: string; definition: string } {
  if ('measure' in group) return measures[group.measure]
  if ('handoverReason' in group) {
    const { label, definition } = handoverReasonLabels[group.handoverReason]
    return { label: `Handed over: ${label}`, definition }
  }
  if ('topicId' in group)
    return {
      label: `Handed over: ${name === undefined ? '…' : (name ?? 'Unknown topic')}`,
      definition:
        "The conversation was first handed over because the AI couldn't answer a question of this topic.",
    }
  if ('agentId' in group) {
    const { label, definition } = agentGroups[group.agentMeasure]
    return { label: `${label} ${name === undefined ? '…' : (name ?? removedMember)}`, definition }
  }
  if ('sourceId' in group) {
    const { label, definition } = sourceGroups[group.sourceMeasure]
    return { label: `${label} ${name === undefined ? '…' : (name ?? deletedSource)}`, definition }
  }
  return {
    label: `Rated ${group.rating} of 5`,
    definition: 'The last rating that the visitor gave the conversation.',
  }
}

export const removedMember = 'Removed member'
export const deletedSource = 'Deleted source'

/** "18% (13–26%)": with a confidence interval while there are few cases. "–" without cases. */
export function formatShare(count: number, cases: number): string {
  if (cases === 0) return '–'
  const interval = getInterval(count, cases)
  const share = formatPercent(count / cases)
  if (!interval) return share
  const [low, high] = interval.map((end) => Math.round(end * 100))
  return `${share} (${low}–${high}%)`
}

const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const

/** The second unit only after few of the first: "47 s", "2 min 10 s", "41 min", "3 h 3 min". */
export function formatDuration(seconds: number): string {
  const first = units.find((unit) => seconds >= unit.seconds) ?? units[3]
  const second = units[units.indexOf(first) + 1]
  const count = Math.floor(seconds / first.seconds)
  const rest = second && count < 10 ? Math.floor((seconds % first.seconds) / second.seconds) : 0
  return `${formatNumber(count)} ${first.name}${second && rest > 0 ? ` ${rest} ${second.name}` : ''}`
}

type DayStyle = { weekday?: 'short' | 'long'; year?: 'numeric' | undefined }

/** A day like 2026-01-31 in the locale of the browser: "Jan 31". */
export function formatReportDay(day: string, style: DayStyle = {}): string {
  return createDayFormat(style).format(toDate(day))
}

/** "Jan 31", or "Jan 31 – Feb 6". */
export function formatPeriod({ from, to }: Period, style: DayStyle = {}): string {
  return createDayFormat(style).formatRange(toDate(from), toDate(to))
}

function createDayFormat(style: DayStyle): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC', ...style })
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

const monday = Date.UTC(2024, 0, 1)

/** "Monday" for 0. */
export function formatWeekday(index: number, weekday: 'short' | 'long'): string {
  return new Intl.DateTimeFormat(undefined, { weekday, timeZone: 'UTC' }).format(monday + index * 86_400_000)
}
