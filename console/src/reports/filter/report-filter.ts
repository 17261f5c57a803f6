import { type HandoverReason, handoverReasons } from '@aichat/contracts/ai/reply-traces'
import {
  type AgentMeasure,
  agentMeasures,
  type ConversationMeasure,
  conversationMeasures,
  type ReportName,
  reportLimits,
  reportSentences,
  type SourceMeasure,
  sourceMeasures,
} from '@aichat/contracts/company/reports'
import { addDays, isDate } from '@aichat/contracts/kit/dates'
import { countDays, type Period } from '../../kit/days.ts'
import { paths } from '../../paths.ts'

/** Twelve months are 52 weeks, which the chart shows as bars. */
const presetDays = { today: 1, '7-days': 7, '28-days': 28, '90-days': 90, '12-months': 364 } as const
export type PeriodName = keyof typeof presetDays | 'custom'

export const periodLabels: Record<PeriodName, string> = {
  today: 'Today',
  '7-days': 'Last 7 days',
  '28-days': 'Last 28 days',
  '90-days': 'Last 90 days',
  '12-months': 'Last 12 months',
  custom: 'Custom period',
}

const defaultPeriod = '28-days'

export type ReportFilter = Period & {
  period: PeriodName
  projectId?: string
  /** Two letters; empty for conversations of an unknown language. */
  language?: string
  /** Not together with a language. */
  labelId?: string
}

/** In the URL, where an empty value would look like no filter. */
const unknownLanguage = 'unknown'

/** Reads the filter from the URL. Invalid values are ignored. `today` is the day in the company's time zone. */
export function parseFilter(query: URLSearchParams, today: string): ReportFilter {
  const projectId = query.get('project') ?? undefined
  return {
    ...parsePeriod(query, today),
    ...(projectId && { projectId }),
    ...parseLanguageOrLabel(query),
  }
}

function parseLanguageOrLabel(query: URLSearchParams): Pick<ReportFilter, 'language' | 'labelId'> {
  const labelId = query.get('label')
  if (labelId) return { labelId }
  const language = query.get('language') ?? ''
  if (language === unknownLanguage) return { language: '' }
  return /^[a-z]{2}$/.test(language) ? { language } : {}
}

function parsePeriod(query: URLSearchParams, today: string): Period & { period: PeriodName } {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  // Days to come have no conversations, and would be compared with days that have.
  if (isDate(from) && isDate(to)) return { period: 'custom', from, to: to < today ? to : today }
  const named = query.get('period') ?? ''
  const period = isPreset(named) ? named : defaultPeriod
  return { period, from: addDays(today, 1 - presetDays[period]), to: today }
}

function isPreset(name: string): name is keyof typeof presetDays {
  return Object.hasOwn(presetDays, name)
}

/** The filter for the URL. The default period is left out. */
export function formatFilter(filter: ReportFilter): URLSearchParams {
  const { period, from, to, projectId, language, labelId } = filter
  const query = new URLSearchParams()
  if (period === 'custom') {
    query.set('from', from)
    query.set('to', to)
  } else if (period !== defaultPeriod) query.set('period', period)
  if (projectId) query.set('project', projectId)
  if (language !== undefined) query.set('language', language || unknownLanguage)
  if (labelId) query.set('label', labelId)
  return query
}

export function clearFilters({ period, from, to }: ReportFilter): ReportFilter {
  return { period, from, to }
}

export function hasLanguageOrLabel({ language, labelId }: ReportFilter): boolean {
  return language !== undefined || labelId !== undefined
}

/** Whether the period alone does not say what is shown. */
export function isFiltered(filter: ReportFilter): boolean {
  return filter.projectId !== undefined || hasLanguageOrLabel(filter)
}

/**
 * Parameters of single pages, which the filter does not contain: the order of sources and topics, the view of the AI's chart, and the
 * status of the topics, of which one is open.
 */
export const pageParameters = { sort: 'sort', view: 'view', status: 'status', topic: 'topic' } as const

/** The filter as the API takes it. */
export function toApiQuery({ from, to, projectId, language, labelId }: ReportFilter) {
  return { from, to, projectId, language, labelId }
}

/** Why the period cannot be reported, or null. */
export function findPeriodError(period: Period): string | null {
  const days = countDays(period)
  if (days < 1) return reportSentences.order
  return days > reportLimits.maxDays ? reportSentences.tooLong : null
}

/** Conversations behind a number: those of a measure, with a rating from 1 to 5, and so on. */
export type ConversationGroup =
  | { measure: ConversationMeasure }
  | { rating: number }
  | { handoverReason: HandoverReason }
  | { topicId: string }
  | { agentId: string; agentMeasure: AgentMeasure }
  | { sourceId: string; sourceMeasure: SourceMeasure }

/** Reads the group from the URL; all conversations where it has none. Null for a group that does not exist. */
export function parseGroup(query: URLSearchParams): ConversationGroup | null {
  const read = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(name))
  const readOr = <Value extends string>(name: string, values: readonly Value[], preset: Value) =>
    query.has(name) ? read(name, values) : preset
  if (query.has('rating')) {
    const rating = Number(query.get('rating'))
    return [1, 2, 3, 4, 5].includes(rating) ? { rating } : null
  }
  if (query.has('handoverReason')) {
    const handoverReason = read('handoverReason', handoverReasons)
    return handoverReason ? { handoverReason } : null
  }
  const topicId = query.get('topicId')
  if (topicId) return { topicId }
  const agentId = query.get('agentId')
  const agentMeasure = readOr('agentMeasure', agentMeasures, 'replied')
  if (agentId) return agentMeasure ? { agentId, agentMeasure } : null
  const sourceId = query.get('sourceId')
  const sourceMeasure = readOr('sourceMeasure', sourceMeasures, 'cited')
  if (sourceId) return sourceMeasure ? { sourceId, sourceMeasure } : null
  const measure = readOr('measure', conversationMeasures, 'conversations')
  return measure ? { measure } : null
}

/** The list of the conversations behind a number. */
export function conversationsPath(filter: ReportFilter, group: ConversationGroup): string {
  const query = formatFilter(filter)
  for (const [name, value] of Object.entries(group)) query.set(name, String(value))
  return `${paths.reportConversations}?${query}`
}

const reportPaths: Record<ReportName, string> = {
  overview: paths.reports,
  ai: paths.reportAi,
  gaps: paths.reportGaps,
  team: paths.reportTeam,
  sources: paths.reportSources,
}

/** A page of the reports with the same filter. */
export function reportPath(filter: ReportFilter, name: ReportName = 'overview'): string {
  const query = formatFilter(filter)
  return query.size > 0 ? `${reportPaths[name]}?${query}` : reportPaths[name]
}

/** The page with the number of the group. */
export function findReport(group: ConversationGroup): ReportName {
  if ('agentId' in group) return 'team'
  if ('sourceId' in group) return 'sources'
  return 'handoverReason' in group || 'topicId' in group ? 'ai' : 'overview'
}
