import { type Faq, type FaqForm, faqRoutes } from '@aichat/contracts/ai/faq'
import type { RouteResponse } from '@aichat/contracts/kit/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { log } from '../kit/log.ts'
import { patchQuery, useOptimisticMutation } from '../kit/optimistic-mutation.ts'
import { invalidateAnswers } from '../sync/events/answer-events.ts'
import { applyOrder, moveId, renumber, type Step, sortByOrder } from './order.ts'

const calls = api(faqRoutes)

type FaqList = RouteResponse<typeof faqRoutes.list>

function faqKey(projectId: string) {
  return ['faq', projectId] as const
}

export function useFaqs(projectId: string) {
  return useQuery({
    queryKey: faqKey(projectId),
    queryFn: async ({ signal }) => {
      try {
        const { faqs, faqEnabled } = await calls.list({ params: { projectId }, signal })
        return { faqs: sortByOrder(faqs), faqEnabled }
      } catch (error) {
        if (!signal.aborted) log('Failed to load FAQs', error)
        throw error
      }
    },
  })
}

/** A failure shows no text: the dialog offers a retry. */
export function useAddFaq(projectId: string) {
  return useMutation({
    mutationFn: (body: FaqForm) => calls.add({ params: { projectId }, body }),
    onSuccess: (faq) => {
      updateFaqs(projectId, (faqs) => [...faqs.filter((one) => one.id !== faq.id), faq])
      return invalidateFaqs(projectId)
    },
    onError: (error) => log('Failed to add an FAQ', error),
  })
}

/** Optimistic. A failure shows no text and restores the stored one. */
export function useUpdateFaq(projectId: string, stored: Faq) {
  const replaceIn = (list: FaqList, faq: Faq): FaqList => ({
    ...list,
    faqs: list.faqs.map((one) => (one.id === faq.id ? { ...faq, order: one.order } : one)),
  })
  return useOptimisticMutation({
    mutationFn: (body: FaqForm) => calls.update({ params: { projectId, faqId: stored.id }, body }),
    apply: (body) =>
      patchQuery<FaqList>(
        faqKey(projectId),
        (list) => replaceIn(list, { ...stored, ...body }),
        (list) => replaceIn(list, stored),
      ),
    field: () => `faq ${stored.id}`,
    cancel: faqKey(projectId),
    reconcile: (faq) => {
      updateFaqList(projectId, (list) => replaceIn(list, faq))
      void invalidateAnswers(projectId)
    },
    failure: 'Failed to save the FAQ',
  })
}

/** Deletes an FAQ that is already hidden. `keepalive`, because the page may be closing. */
export async function deleteFaq(projectId: string, faqId: string) {
  await calls.remove({ params: { projectId, faqId }, keepalive: true })
  updateFaqs(projectId, (faqs) => renumber(faqs.filter((faq) => faq.id !== faqId)))
  void invalidateAnswers(projectId)
}

type Move = { faqId: string; step: Step; hidden: ReadonlySet<string> }

/**
 * Optimistic. A failure shows no text and restores the former order. Requests run one at a time, each with the current
 * order, so that quick moves cannot overtake each other.
 */
export function useMoveFaq(projectId: string) {
  const reorder = (list: FaqList, ids: readonly string[]): FaqList => ({
    ...list,
    faqs: applyOrder(list.faqs, ids),
  })
  return useOptimisticMutation({
    scope: `faq-order ${projectId}`,
    mutationFn: (_: Move) =>
      calls.reorder({ params: { projectId }, body: { order: getCachedIds(projectId) } }),
    apply: ({ faqId, step, hidden }) =>
      patchQuery<FaqList>(
        faqKey(projectId),
        (list) => reorder(list, moveId(idsIn(list), hidden, faqId, step)),
        (list, previous) => reorder(list, idsIn(previous)),
      ),
    cancel: faqKey(projectId),
    failure: 'Failed to reorder the FAQs',
    onFailure: () => invalidateFaqs(projectId),
  })
}

/** Optimistic. A failure shows no text and reverts the switch. */
export function useToggleFaqs(projectId: string) {
  return useOptimisticMutation({
    mutationFn: (faqEnabled: boolean) => calls.toggle({ params: { projectId }, body: { faqEnabled } }),
    apply: (faqEnabled) =>
      patchQuery<FaqList>(
        faqKey(projectId),
        (list) => ({ ...list, faqEnabled }),
        (list) => ({ ...list, faqEnabled: !faqEnabled }),
      ),
    field: () => `faqs of ${projectId} enabled`,
    cancel: faqKey(projectId),
    reconcile: ({ faqEnabled }) => updateFaqList(projectId, (list) => ({ ...list, faqEnabled })),
    failure: 'Failed to switch the FAQs',
  })
}

export function useGenerateFaqs(projectId: string) {
  return useMutation({
    mutationFn: (pages: string[]) => calls.generate({ params: { projectId }, body: { pages } }),
    onSuccess: () => invalidateFaqs(projectId),
  })
}

/** Pending deletions run first: their FAQs must not be copied. */
export function useSyncFaqs(projectId: string) {
  return useMutation({
    mutationFn: async (flushDeletions: () => Promise<void>) => {
      await flushDeletions()
      return calls.syncKnowledge({ params: { projectId } })
    },
  })
}

export function invalidateFaqs(projectId: string) {
  void invalidateAnswers(projectId)
  return cache.invalidateQueries({ queryKey: faqKey(projectId) })
}

function getCachedIds(projectId: string): string[] {
  const list = cache.getQueryData<FaqList>(faqKey(projectId))
  return list ? idsIn(list) : []
}

function idsIn({ faqs }: FaqList): string[] {
  return faqs.map(({ id }) => id)
}

function updateFaqs(projectId: string, next: (faqs: Faq[]) => Faq[]) {
  updateFaqList(projectId, (list) => ({ ...list, faqs: next(list.faqs) }))
}

function updateFaqList(projectId: string, next: (list: FaqList) => FaqList) {
  cache.setQueryData<FaqList>(faqKey(projectId), (list) => list && next(list))
}
