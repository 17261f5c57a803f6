import { useSearchParams } from 'react-router'
import { toDay } from '../../kit/days.ts'
import { useCompany } from '../../kit/http/auth-storage.ts'
import { useMinute } from '../../kit/minute.ts'
import { formatFilter, parseFilter, type ReportFilter, sortParameter } from './report-filter.ts'

/** Stored in the URL, so that a report can be shared as a link, and navigating back restores the previous one. */
export function useReportFilter(): [ReportFilter, (filter: ReportFilter) => void] {
  const [query, setQuery] = useSearchParams()
  const today = toDay(useMinute(), useCompany()?.timeZone ?? 'UTC')
  return [
    parseFilter(query, today),
    (filter) => setQuery((previous) => keepSort(formatFilter(filter), previous)),
  ]
}

function keepSort(query: URLSearchParams, previous: URLSearchParams): URLSearchParams {
  const sort = previous.get(sortParameter)
  if (sort) query.set(sortParameter, sort)
  return query
}
