import { type SessionStatus, sessionTimings } from '@aichat/contracts/sessions'
import { useMemo, useState } from 'react'
import { useDebounced } from '../kit/use-debounced.ts'
import type { ListFilter } from '../sync/session-list.ts'

export type InboxFilter = ReturnType<typeof useInboxFilter>

/** What the list shows. The status is in the URL; the search and the other filters last as long as the screen. */
export function useInboxFilter(status: SessionStatus) {
  const [search, setSearch] = useState('')
  const [needsHuman, setNeedsHuman] = useState(false)
  const [labelId, setLabelId] = useState('')
  const debouncedSearch = useDebounced(search.trim(), sessionTimings.searchDebounceMs)
  const filter = useMemo<ListFilter>(
    () => ({
      status,
      search: debouncedSearch,
      ...(needsHuman ? { needsHuman } : {}),
      ...(labelId ? { labelId } : {}),
    }),
    [status, debouncedSearch, needsHuman, labelId],
  )
  return {
    filter,
    search,
    isNarrowed: search !== '' || needsHuman || labelId !== '',
    setSearch,
    setNeedsHuman,
    setLabelId,
    clear() {
      setSearch('')
      setNeedsHuman(false)
      setLabelId('')
    },
  }
}
