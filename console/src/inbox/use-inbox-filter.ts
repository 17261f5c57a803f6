import { sessionTimings } from '@aichat/contracts/chat/sessions'
import { useMemo, useState } from 'react'
import { useUser } from '../kit/http/auth-storage.ts'
import { useDebounced } from '../kit/use-debounced.ts'
import type { ListFilter } from '../sync/session-list.ts'
import type { InboxLocation } from './use-inbox-location.ts'

export type InboxFilter = ReturnType<typeof useInboxFilter>

/** What the list shows. Status, assignee and project are in the URL; the other filters last as long as the screen. */
export function useInboxFilter({ status, assigned, project, setFilter }: InboxLocation) {
  const userId = useUser()?.id
  const [search, setSearch] = useState('')
  const [needsHuman, setNeedsHuman] = useState(false)
  const [labelId, setLabelId] = useState('')
  const debouncedSearch = useDebounced(search.trim(), sessionTimings.searchDebounceMs)
  const assignedTo = assigned === 'me' ? userId : assigned
  const filter = useMemo<ListFilter>(
    () => ({
      status,
      search: debouncedSearch,
      ...(needsHuman ? { needsHuman } : {}),
      ...(labelId ? { labelId } : {}),
      ...(project ? { projectId: project } : {}),
      ...(assignedTo ? { assignedTo } : {}),
    }),
    [status, debouncedSearch, needsHuman, labelId, project, assignedTo],
  )
  return {
    filter,
    search,
    assigned,
    isNarrowed: search !== '' || needsHuman || [labelId, project, assigned].some((chosen) => chosen !== ''),
    setSearch,
    setNeedsHuman,
    setLabelId,
    setFilter,
    clear() {
      setSearch('')
      setNeedsHuman(false)
      setLabelId('')
      setFilter({ assigned: '', project: '' })
    },
  }
}
