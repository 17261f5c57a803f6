import {
  type PageOutcome,
  type Source,
  type SourcePage,
  type SourceRun,
  sourceLimits,
  sourcePageRoutes,
  sourceRoutes,
  sourceRunRoutes,
} from '@aichat/contracts/ai/sources'
import type { BodyInput } from '@aichat/contracts/kit/route'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { knowledgeKey } from '../sync/events/knowledge-events.ts'
import { sourceDetailsKey, sourcesKey, subscribeToSourceEvents } from '../sync/events/source-events.ts'
import { isReading } from './describe-run.ts'

const calls = { ...api(sourceRoutes), ...api(sourceRunRoutes), ...api(sourcePageRoutes) }
const pollIntervalMs = 5000

export function useSources(projectId: string, isEnabled = true) {
  useEffect(() => subscribeToSourceEvents(), [])
  return useQuery({
    queryKey: sourcesKey(projectId),
    queryFn: ({ signal }) => calls.list({ params: { projectId }, signal }),
    enabled: isEnabled,
    // Events report the progress of runs; polling covers lost events, and pages that are being embedded.
    refetchInterval: ({ state }) =>
      state.data?.some((source) => isReading(source) || source.pages.pending > 0) ? pollIntervalMs : false,
  })
}

type Place = { projectId: string; sourceId: string }

/**
 * All pages of a source, which has up to a few thousand. New ones appear while it is read. When a run ends, the pages are placeholder
 * data until they are complete.
 */
export function useSourcePages(projectId: string, source: Source | null) {
  const sourceId = source?.id ?? ''
  const pages = useQuery({
    queryKey: [...sourceDetailsKey(sourceId), 'pages', source?.lastRun?.id, source?.lastRun?.status],
    enabled: source !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const all: SourcePage[] = []
      let cursor: string | null = null
      do {
        const query: { limit: string; cursor?: string } = { limit: String(sourceLimits.pageSizeMax) }
        if (cursor !== null) query.cursor = cursor
        const { pages, nextCursor } = await calls.pages({ params: { projectId, sourceId }, query, signal })
        all.push(...pages)
        cursor = nextCursor
      } while (cursor !== null)
      return all
    },
    // Embedding continues in the background.
    refetchInterval: ({ state }) =>
      state.data?.some(({ itemStatus }) => itemStatus === 'pending') ? pollIntervalMs : false,
  })
  const { refetch } = pages
  const readCount = source?.lastRun?.counts.read ?? 0
  useEffect(() => {
    if (readCount > 0) void refetch()
  }, [readCount, refetch])
  return pages
}

export function useSourceRuns({ projectId, sourceId }: Place) {
  return useQuery({
    queryKey: [...sourceDetailsKey(sourceId), 'runs'],
    queryFn: ({ signal }) => calls.runs({ params: { projectId, sourceId }, signal }),
  })
}

export function useRunPages({ projectId, sourceId }: Place, runId: string, outcome: PageOutcome) {
  return useInfiniteQuery({
    queryKey: [...sourceDetailsKey(sourceId), 'run-pages', runId, outcome],
    queryFn: ({ signal, pageParam }) =>
      calls.runPages({
        params: { projectId, sourceId, runId },
        query: { outcome, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function useAddSource(projectId: string) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof sourceRoutes.add>) => calls.add({ params: { projectId }, body }),
    onSuccess: (source) => replaceSource(projectId, source),
  })
}

export function useUpdateSource({ projectId, sourceId }: Place) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof sourceRoutes.update>) =>
      calls.update({ params: { projectId, sourceId }, body }),
    onSuccess: (source) => replaceSource(projectId, source),
  })
}

export function useRemoveSource({ projectId, sourceId }: Place) {
  return useMutation({
    mutationFn: () => calls.remove({ params: { projectId, sourceId } }),
    onSuccess: () => {
      updateSources(projectId, (sources) => sources.filter(({ id }) => id !== sourceId))
      return cache.invalidateQueries({ queryKey: knowledgeKey(projectId) })
    },
  })
}

/** Starts, stops or resumes a run. */
export function useRunAction({ projectId, sourceId }: Place) {
  return useMutation({
    mutationFn: (action: { kind: 'start' } | { kind: 'stop' | 'resume'; runId: string }) => {
      if (action.kind === 'start') return calls.startRun({ params: { projectId, sourceId } })
      const params = { projectId, sourceId, runId: action.runId }
      return action.kind === 'stop' ? calls.stopRun({ params }) : calls.resumeRun({ params })
    },
    onSuccess: (run) => setLastRun({ projectId, sourceId }, run),
    // Another tab may have done it already.
    onSettled: () => cache.invalidateQueries({ queryKey: sourcesKey(projectId) }),
  })
}

export function setLastRun({ projectId, sourceId }: Place, run: SourceRun): void {
  updateSources(projectId, (sources) =>
    sources.map((source) => (source.id === sourceId ? { ...source, lastRun: run } : source)),
  )
  cache.invalidateQueries({ queryKey: [...sourceDetailsKey(sourceId), 'runs'] })
}

export type PageAction = 'embed' | 'ignore' | 'restore'

/** Adds pages to the knowledge, ignores or restores them, in as many requests as they need. Returns how many have changed. */
export function useChangePages({ projectId, sourceId }: Place) {
  const params = { projectId, sourceId }
  const run = {
    embed: async (pageIds: string[]) => (await calls.embedPages({ params, body: { pageIds } })).added,
    ignore: async (pageIds: string[]) => (await calls.ignorePages({ params, body: { pageIds } })).changed,
    restore: async (pageIds: string[]) => (await calls.restorePages({ params, body: { pageIds } })).changed,
  }
  return useMutation({
    mutationFn: async ({ action, pageIds }: { action: PageAction; pageIds: readonly string[] }) => {
      let count = 0
      for (let start = 0; start < pageIds.length; start += sourceLimits.embedPages)
        count += await run[action](pageIds.slice(start, start + sourceLimits.embedPages))
      return count
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: sourceDetailsKey(sourceId) }),
        cache.invalidateQueries({ queryKey: sourcesKey(projectId) }),
        cache.invalidateQueries({ queryKey: knowledgeKey(projectId) }),
      ]),
  })
}

function replaceSource(projectId: string, source: Source): void {
  updateSources(projectId, (sources) =>
    sources.some(({ id }) => id === source.id)
      ? sources.map((one) => (one.id === source.id ? source : one))
      : [source, ...sources],
  )
}

function updateSources(projectId: string, next: (sources: Source[]) => Source[]): void {
  cache.setQueryData<Source[]>(sourcesKey(projectId), (sources) => sources && next(sources))
}
