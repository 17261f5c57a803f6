import { useSearchParams } from 'react-router'
import { type ProjectFilter, sortOrders, statusFilters } from './filter-projects.ts'

/** Stored in the URL, so that navigating back restores the same list. */
export function useProjectFilter() {
  const [query, setQuery] = useSearchParams()
  const filter: ProjectFilter = {
    text: query.get('filter') ?? '',
    show: statusFilters.find((one) => one === query.get('show')) ?? 'all',
    sort: sortOrders.find((one) => one === query.get('sort')) ?? 'newest',
  }
  function change({ text, show, sort }: ProjectFilter) {
    setQuery(
      {
        ...(text && { filter: text }),
        ...(show !== 'all' && { show }),
        ...(sort !== 'newest' && { sort }),
      },
      { replace: true },
    )
  }
  return [filter, change] as const
}
