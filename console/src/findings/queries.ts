import { type FindingKind, findingRoutes } from '@aichat/contracts/ai/findings'
import { knowledgeRoutes } from '@aichat/contracts/ai/knowledge'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { findingsKey, subscribeToFindingEvents } from '../sync/events/finding-events.ts'
import { knowledgeKey } from '../sync/events/knowledge-events.ts'

const calls = api(findingRoutes)
const items = api(knowledgeRoutes)

export type FindingFilter = 'all' | FindingKind | 'dismissed'

export function useFindings(projectId: string, filter: FindingFilter) {
  useEffect(() => subscribeToFindingEvents(), [])
  return useInfiniteQuery({
    queryKey: [...findingsKey(projectId), filter],
    queryFn: ({ pageParam, signal }) => {
      const query: { kind?: FindingKind; status?: 'dismissed'; cursor?: string; limit: string } = {
        limit: '20',
      }
      if (filter === 'dismissed') query.status = filter
      else if (filter !== 'all') query.kind = filter
      if (pageParam !== null) query.cursor = pageParam
      return calls.list({ params: { projectId }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
  })
}

function invalidate(projectId: string) {
  return cache.invalidateQueries({ queryKey: findingsKey(projectId) })
}

export function useDismissFinding(projectId: string) {
  return useMutation({
    mutationFn: ({ findingId, isDismissed }: { findingId: string; isDismissed: boolean }) =>
      calls.update({ params: { projectId, findingId }, body: { isDismissed } }),
    onSettled: () => invalidate(projectId),
  })
}

async function invalidateItems(projectId: string) {
  await Promise.all([invalidate(projectId), cache.invalidateQueries({ queryKey: knowledgeKey(projectId) })])
}

export function useDisableItem(projectId: string) {
  return useMutation({
    mutationFn: (itemId: string) =>
      items.update({ params: { projectId, itemId }, body: { isEnabled: false } }),
    onSettled: () => invalidateItems(projectId),
  })
}

export function useFetchPage(projectId: string) {
  return useMutation({
    mutationFn: (itemId: string) => items.fetchAgain({ params: { projectId, itemId } }),
    onSettled: () => invalidateItems(projectId),
  })
}
