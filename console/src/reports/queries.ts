import {
  type ReportFormat,
  type ReportName,
  reportRoutes,
  type SourceOrder,
} from '@aichat/contracts/company/reports'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Period } from '../kit/days.ts'
import { api } from '../kit/http/api.ts'
import { download, saveFile } from '../kit/http/download.ts'
import {
  type ConversationGroup,
  findPeriodError,
  type ReportFilter,
  toApiQuery,
} from './filter/report-filter.ts'

const calls = api(reportRoutes)

/** A message is in the report within five seconds. */
export const refreshMs = 4000

/** Polls at this interval while the tab is visible. */
export function useOverview(filter: ReportFilter, intervalMs = refreshMs) {
  const query = toApiQuery(filter)
  return useReport({
    name: 'overview',
    query,
    intervalMs,
    read: (signal) => calls.overview({ query, signal }),
  })
}

export function useAiReport(filter: ReportFilter) {
  const query = toApiQuery(filter)
  return useReport({ name: 'ai', query, read: (signal) => calls.ai({ query, signal }) })
}

export function useTeamReport(filter: ReportFilter) {
  const query = toApiQuery(filter)
  return useReport({ name: 'team', query, read: (signal) => calls.team({ query, signal }) })
}

export function useSourceReport(filter: ReportFilter, sort: SourceOrder) {
  const query = { ...toApiQuery(filter), sort }
  return useReport({ name: 'sources', query, read: (signal) => calls.sources({ query, signal }) })
}

type ReportQuery<Data> = {
  name: ReportName
  query: Period
  read: (signal: AbortSignal) => Promise<Data>
  intervalMs?: number
}

export function useReport<Data extends object>({
  name,
  query,
  read,
  intervalMs = refreshMs,
}: ReportQuery<Data>) {
  return useQuery({
    queryKey: ['reports', name, query] as const,
    queryFn: ({ signal }) => read(signal),
    enabled: !findPeriodError(query),
    placeholderData: keepPreviousData,
    refetchInterval: intervalMs,
  })
}

/** The conversations behind a number, the newest first. */
export function useReportConversations(filter: ReportFilter, group: ConversationGroup) {
  const query = {
    ...toApiQuery(filter),
    ...('rating' in group ? { rating: String(group.rating) } : group),
  }
  return useInfiniteQuery({
    queryKey: ['reports', 'conversations', query] as const,
    queryFn: ({ pageParam, signal }) =>
      calls.conversations({ query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled: !findPeriodError(filter),
    staleTime: 0,
    // Later pages would move while they are read.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? refreshMs : false),
  })
}

export async function exportReport(
  report: ReportName,
  filter: ReportFilter,
  format: ReportFormat,
): Promise<void> {
  const query = { report, format, ...toApiQuery(filter) }
  saveFile(await download(reportRoutes.export, { params: {}, query }))
}
