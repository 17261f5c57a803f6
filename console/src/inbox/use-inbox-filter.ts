import { sessionTimings } from '@aichat/contracts/chat/sessions'
import { useMemo, useState } from 'react'
import { useUser } from '../kit/http/auth-storage.ts'
import { useDebounced } from '../kit/use-debounced.ts'
import type { ListFilter } from '../sync/session-list.ts'
import type { InboxLocation, UrlFilter } from './use-inbox-location.ts'

export type InboxFilter = ReturnType<typeof useInboxFilter>

const noUrlFilter: UrlFilter = { view: '', assigned: '', project: '' }

/** What the list shows. Status, view, assignee and project are in the URL; search and label last as long as the screen. */
export function useInboxFilter({ status, filter: urlFilter, setFilter }: InboxLocation) {
  const userId = useUser()?.id
  const [search, setSearch] = useState('')
  const [labelId, setLabelId] = useState('')
  const debouncedSearch = useDebounced(search.trim(), sessionTimings.searchDebounceMs)
  const { view, assigned, project } = urlFilter
  const assignedTo = assigned === 'me' ? userId : assigned
  const filter = useMemo<ListFilter>(
    () => ({
      status,
      search: debouncedSearch,
      ...(view ? { view } : {}),
      ...(labelId ? { labelId } : {}),
      ...(project ? { projectId: project } : {}),
      ...(assignedTo ? { assignedTo } : {}),
    }),
    [status, debouncedSearch, view, labelId, project, assignedTo],
  )
  return {
    filter,
    search,
    urlFilter,
    isNarrowed: [search, view, labelId, project, assigned].some((chosen) => chosen !== ''),
    setSearch,
    setLabelId,
    setFilter,
    clear() {
      setSearch('')
      setLabelId('')
      setFilter(noUrlFilter)
    },
  }
}
