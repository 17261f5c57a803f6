import { answerRemovalRoutes, type RemovableKind } from '@aichat/contracts/ai/answer-removal'
import {
  type KnowledgeDraft,
  type KnowledgeItem,
  type KnowledgeRefresh,
  knowledgeLimits,
  knowledgeRoutes,
} from '@aichat/contracts/ai/knowledge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { log } from '../kit/log.ts'
import { patchQuery, useOptimisticMutation } from '../kit/optimistic-mutation.ts'
import { invalidateAnswers } from '../sync/events/answer-events.ts'
import { knowledgeKey } from '../sync/events/knowledge-events.ts'
import { toast } from '../ui/feedback/toasts.ts'

const calls = api(knowledgeRoutes)
const removalCalls = api(answerRemovalRoutes)
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
  void invalidateAnswers(projectId)
  return cache.invalidateQueries({ queryKey: knowledgeKey(projectId) })
}

/** Offers to embed an added text, which the AI does not use before. */
export function useAddKnowledge(projectId: string) {
  const { mutate: embed } = useEmbedKnowledge(projectId)
  return useMutation({
    mutationFn: (body: KnowledgeDraft) => calls.add({ params: { projectId }, body }),
    onSuccess: (item) => {
      updateItems(projectId, (items) => [item, ...items.filter((one) => one.id !== item.id)])
      if (item.status === 'pending') {
        const action = { label: 'Use it now', onPress: () => embed(item.id) }
        toast("Added. Your AI assistant doesn't use it yet.", { action })
      }
      return invalidateKnowledge(projectId)
    },
  })
}

/** A failure shows no text: the row offers a retry. */
export function useRemoveKnowledge(projectId: string) {
  return useMutation({
    mutationFn: (itemId: string) => calls.remove({ params: { projectId, itemId } }),
    onSuccess: (_, itemId) => {
      removeItem(projectId, itemId)
      void invalidateAnswers(projectId)
    },
    onError: (error) => log('Failed to remove a knowledge item', error),
  })
}

/** Stores the status that the server returns. A failure shows no text. */
export function useEmbedKnowledge(projectId: string) {
  return useMutation({
    mutationFn: (itemId: string) => calls.embed({ params: { projectId, itemId } }),
    onSuccess: ({ status, error }, itemId) => {
      updateItems(projectId, (items) =>
        items.map((item) => (item.id === itemId ? { ...item, status, error } : item)),
      )
      return invalidateKnowledge(projectId)
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

/** Deletes an item and its text in all releases. */
export function useEraseText(projectId: string) {
  return useMutation({
    mutationFn: ({ kind, id }: { kind: RemovableKind; id: string }) =>
      kind === 'faq'
        ? removalCalls.eraseFaq({ params: { projectId, faqId: id } })
        : removalCalls.eraseItem({ params: { projectId, itemId: id } }),
    onSuccess: (_, { kind, id }) => {
      if (kind === 'item') removeItem(projectId, id)
      void invalidateKnowledge(projectId)
    },
  })
}

function removeItem(projectId: string, itemId: string) {
  updateItems(projectId, (items) => items.filter((item) => item.id !== itemId))
}

function updateItems(projectId: string, next: (items: KnowledgeItem[]) => KnowledgeItem[]) {
  cache.setQueryData<KnowledgeItem[]>(knowledgeKey(projectId), (items) => items && next(items))
}

export type BulkAction = 'embed' | 'enable' | 'disable' | 'delete'

/** Acts on any number of items, as many at a time as one request takes. */
export function useBulkAction(projectId: string) {
  return useMutation({
    mutationFn: async ({ action, itemIds }: { action: BulkAction; itemIds: string[] }) => {
      for (let start = 0; start < itemIds.length; start += knowledgeLimits.bulk) {
        const batch = itemIds.slice(start, start + knowledgeLimits.bulk)
        if (action === 'delete') await calls.bulkRemove({ params: { projectId }, body: { itemIds: batch } })
        else await calls.bulk({ params: { projectId }, body: { action, itemIds: batch } })
      }
    },
    onSettled: () => invalidateKnowledge(projectId),
  })
}
