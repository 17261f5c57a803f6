import { type Delivery, type Webhook, webhookRoutes } from '@aichat/contracts/company/webhooks'
import type { BodyInput } from '@aichat/contracts/kit/route'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(webhookRoutes)
const listKey = ['webhooks', 'list'] as const
const pollIntervalMs = 2000
const backlogPollIntervalMs = 5000
/** The log is polled only for deliveries whose next attempt is due within this time. */
const imminentRetryMs = 15_000

function logKey(webhookId: string) {
  return ['webhooks', 'log', webhookId] as const
}

type List = { webhooks: Webhook[] }

function cacheWebhook(webhook: Webhook) {
  cache.setQueryData<List>(listKey, (list) => {
    if (!list) return list
    const isKnown = list.webhooks.some(({ id }) => id === webhook.id)
    const webhooks = list.webhooks.map((one) => (one.id === webhook.id ? webhook : one))
    return { webhooks: isKnown ? webhooks : [webhook, ...webhooks] }
  })
}

/** Polled while deliveries are pending. */
export function useWebhooks() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => calls.list({ signal }),
    refetchInterval: ({ state }) =>
      state.data?.webhooks.some(({ pendingCount }) => pendingCount > 0) ? backlogPollIntervalMs : false,
  })
}

export function useAddWebhook() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof webhookRoutes.add>) => calls.add({ body }),
    onSuccess: ({ webhook }) => cacheWebhook(webhook),
  })
}

export function useUpdateWebhook(webhookId: string) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof webhookRoutes.update>) =>
      calls.update({ params: { webhookId }, body }),
    onSuccess: cacheWebhook,
  })
}

export function useRemoveWebhook() {
  return useMutation({
    mutationFn: (webhookId: string) => calls.remove({ params: { webhookId } }),
    onSuccess: (_, webhookId) =>
      cache.setQueryData<List>(
        listKey,
        (list) => list && { webhooks: list.webhooks.filter(({ id }) => id !== webhookId) },
      ),
  })
}

export function useRotateSecret() {
  return useMutation({
    mutationFn: (webhookId: string) => calls.rotate({ params: { webhookId } }),
    onSuccess: ({ webhook }) => cacheWebhook(webhook),
  })
}

/** The deliveries, newest page first. Polled while an attempt is due soon. */
export function useDeliveries(webhookId: string) {
  return useInfiniteQuery({
    queryKey: logKey(webhookId),
    queryFn: async ({ pageParam, signal }) => {
      const page = await calls.deliveries({ params: { webhookId }, query: { cursor: pageParam }, signal })
      // Failed deliveries may have disabled the webhook.
      if (!pageParam) void cache.invalidateQueries({ queryKey: listKey })
      return page
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(isImminent)) ? pollIntervalMs : false,
    staleTime: 0,
  })
}

function isImminent({ nextAttemptAt }: Delivery): boolean {
  return nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + imminentRetryMs
}

export function useTestWebhook(webhookId: string) {
  return useMutation({
    mutationFn: () => calls.test({ params: { webhookId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: logKey(webhookId) }),
  })
}

export function useReplayDelivery(webhookId: string) {
  return useMutation({
    mutationFn: (deliveryId: string) => calls.replay({ params: { webhookId, deliveryId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: logKey(webhookId) }),
  })
}
