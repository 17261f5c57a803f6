import { releaseRoutes } from '@aichat/contracts/ai/releases'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { log } from '../kit/log.ts'
import { invalidateAnswers } from '../sync/events/answer-events.ts'

const calls = api(releaseRoutes)

function embedKey(projectId: string) {
  return ['embed-code', projectId] as const
}

function releasesKey(projectId: string) {
  return ['releases', projectId] as const
}

/** With a reason, answers go live although their tests fail. */
export function usePublish(projectId: string) {
  return useMutation({
    mutationFn: (reason: string | undefined) =>
      calls.publish({
        params: { projectId },
        body: reason === undefined ? undefined : { override: { reason } },
      }),
    onSuccess: ({ embedCode }) => {
      cache.setQueryData(embedKey(projectId), embedCode)
      return cache.invalidateQueries({ queryKey: releasesKey(projectId) })
    },
    onSettled: () => invalidateAnswers(projectId),
  })
}

/** A failure shows no text and is only logged. */
export function useEmbedCode(projectId: string) {
  return useQuery({
    queryKey: embedKey(projectId),
    queryFn: async ({ signal }) => {
      try {
        return (await calls.embedCode({ params: { projectId }, signal })).embedCode
      } catch (error) {
        if (!signal.aborted) log('Failed to load the embed code', error)
        throw error
      }
    },
  })
}

/** Newest first, a page at a time. */
export function useReleases(projectId: string) {
  return useInfiniteQuery({
    queryKey: releasesKey(projectId),
    queryFn: ({ signal, pageParam }) =>
      calls.list({
        params: { projectId },
        query: pageParam === null ? {} : { before: String(pageParam) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ releases, hasMore }) => (hasMore ? (releases.at(-1)?.number ?? null) : null),
    select: ({ pages }) => pages.flatMap(({ releases }) => releases),
  })
}

export function useRestore(projectId: string) {
  return useMutation({
    mutationFn: ({ number, removed }: { number: number; removed: string[] }) =>
      calls.restore({ params: { projectId, number: String(number) }, body: { removed } }),
    onSuccess: () => invalidateAnswers(projectId),
  })
}
