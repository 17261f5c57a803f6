import { type ReportFormat, reportRoutes } from '@aichat/contracts/company/reports'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'
import { download, saveFile } from '../kit/http/download.ts'
import { type ConversationGroup, findPeriodError, type ReportFilter, toApiQuery } from './report-filter.ts'

const calls = api(reportRoutes)

/** A message is in the report within five seconds. */
const refreshMs = 4000

/** Polls at this interval while the tab is visible. */
export function useReport(filter: ReportFilter, intervalMs = refreshMs) {
  const query = toApiQuery(filter)
  return useQuery({
    queryKey: ['reports', 'overview', query] as const,
    queryFn: ({ signal }) => calls.overview({ query, signal }),
    enabled: !findPeriodError(filter),
    placeholderData: keepPreviousData,
    refetchInterval: intervalMs,
  })
}

/** The conversations behind a number, the newest first. */
export function useReportConversations(filter: ReportFilter, group: ConversationGroup) {
  const query = {
    ...toApiQuery(filter),
    ...('rating' in group ? { rating: String(group.rating) } : { measure: group.measure }),
  }
  return useInfiniteQuery({
    queryKey: ['reports', 'conversations', query] as const,
    queryFn: ({ pageParam, signal }) =>
      calls.conversations({ query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled: !findPeriodError(filter),
    staleTime: 0,
  })
}

export async function exportReport(filter: ReportFilter, format: ReportFormat): Promise<void> {
  saveFile(await download(reportRoutes.export, { params: {}, query: { format, ...toApiQuery(filter) } }))
}
