import { useSearchParams } from 'react-router'
import { toDay } from '../../kit/days.ts'
import { useCompany } from '../../kit/http/auth-storage.ts'
import { useMinute } from '../../kit/minute.ts'
import { formatFilter, pageParameters, parseFilter, type ReportFilter } from './report-filter.ts'

/** Stored in the URL, so that a report can be shared as a link, and navigating back restores the previous one. */
export function useReportFilter(): [ReportFilter, (filter: ReportFilter) => void] {
  const [query, setQuery] = useSearchParams()
  const today = toDay(useMinute(), useCompany()?.timeZone ?? 'UTC')
  return [
    parseFilter(query, today),
    (filter) => setQuery((previous) => keepPageParameters(formatFilter(filter), previous)),
  ]
}

function keepPageParameters(query: URLSearchParams, previous: URLSearchParams): URLSearchParams {
  for (const name of Object.values(pageParameters)) {
    const value = previous.get(name)
    if (value) query.set(name, value)
  }
  return query
}
