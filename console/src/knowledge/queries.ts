import {
  type KnowledgeDraft,
  type KnowledgeItem,
  type KnowledgeRefresh,
  knowledgeRoutes,
} from '@aichat/contracts/knowledge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { cache } from '../kit/cache.ts'
import { log } from '../kit/log.ts'
import { patchQuery, useOptimisticMutation } from '../kit/optimistic-mutation.ts'
import { knowledgeKey } from '../sync/knowledge-events.ts'

const calls = api(knowledgeRoutes)
const pollIntervalMs = 3000

export function useKnowledge(projectId: string) {
  return useQuery({
    queryKey: knowledgeKey(projectId),
    queryFn: ({ signal }) => calls.list({ params: { projectId }, signal }),
    // Events report progress; polling covers lost events.
    refetchInterval: ({ state }) =>
      state.data?.some((item) => item.stage !== null) ? pollIntervalMs : false,
  })
}

/** What was read from an item. It is fetched each time, because a page may be read again meanwhile. */
export function useReadText(projectId: string, itemId: string) {
  return useQuery({
    queryKey: ['knowledge-text', projectId, itemId],
    queryFn: ({ signal }) => calls.text({ params: { projectId, itemId }, signal }),
    gcTime: 0,
  })
}

export function invalidateKnowledge(projectId: string) {
  return cache.invalidateQueries({ queryKey: knowledgeKey(projectId) })
}

export function useAddKnowledge(projectId: string) {
  return useMutation({
    mutationFn: (body: KnowledgeDraft) => calls.add({ params: { projectId }, body }),
    onSuccess: (item) => {
      updateItems(projectId, (items) => [item, ...items.filter((one) => one.id !== item.id)])
      return cache.invalidateQueries({ queryKey: knowledgeKey(projectId) })
    },
  })
}

/** The specification shows no error text here: the row offers a retry. */
export function useRemoveKnowledge(projectId: string) {
  return useMutation({
    mutationFn: (itemId: string) => calls.remove({ params: { projectId, itemId } }),
    onSuccess: (_, itemId) => updateItems(projectId, (items) => items.filter((item) => item.id !== itemId)),
    onError: (error) => log('Failed to remove a knowledge item', error),
  })
}

/** Stores the status that the server returns. The specification shows no error text here. */
export function useEmbedKnowledge(projectId: string) {
  return useMutation({
    mutationFn: (itemId: string) => calls.embed({ params: { projectId, itemId } }),
    onSuccess: ({ status, error }, itemId) => {
      updateItems(projectId, (items) =>
        items.map((item) => (item.id === itemId ? { ...item, status, error } : item)),
      )
      return cache.invalidateQueries({ queryKey: knowledgeKey(projectId) })
    },
    onError: (error) => log('Failed to embed a knowledge item', error),
  })
}

/** Refetches and embeds a page again. Shows no error text, like embedding. */
export function useRefetchPage(projectId: string) {
  return useMutation({
    mutationFn: (itemId: string) => calls.fetchAgain({ params: { projectId, itemId } }),
    onSettled: () => invalidateKnowledge(projectId),
    onError: (error) => log('Failed to refresh a page', error),
  })
}

/** Optimistic. */
export function useUpdateRefreshSchedule(projectId: string, item: KnowledgeItem) {
  const withRefresh = (items: KnowledgeItem[], refresh: KnowledgeRefresh) =>
    items.map((one) => (one.id === item.id ? { ...one, refresh } : one))
  return useOptimisticMutation({
    mutationFn: (refresh: KnowledgeRefresh) =>
      calls.update({ params: { projectId, itemId: item.id }, body: { refresh } }),
    apply: (refresh) =>
      patchQuery<KnowledgeItem[]>(
        knowledgeKey(projectId),
        (items) => withRefresh(items, refresh),
        (items) => withRefresh(items, item.refresh),
      ),
    field: () => `knowledge item ${item.id} refresh`,
    cancel: knowledgeKey(projectId),
    failure: 'Failed to change how often a page is fetched',
    reload: () => invalidateKnowledge(projectId),
  })
}

function updateItems(projectId: string, next: (items: KnowledgeItem[]) => KnowledgeItem[]) {
  cache.setQueryData<KnowledgeItem[]>(knowledgeKey(projectId), (items) => items && next(items))
}

/** Embeds the items one after another. A failure does not stop the rest. */
export function useEmbedAll(projectId: string) {
  const embed = useEmbedKnowledge(projectId)
  return useMutation({
    mutationFn: async (itemIds: string[]) => {
      for (const itemId of itemIds) await embed.mutateAsync(itemId).catch(() => null)
    },
  })
}
