import { type KnowledgeChanges, knowledgeRoutes } from '@aichat/contracts/ai/knowledge'
import { type KnowledgeUseCounts, knowledgeReviewRoutes } from '@aichat/contracts/ai/knowledge-review'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'
import { download } from '../kit/http/download.ts'
import { invalidateKnowledge } from './queries.ts'

const calls = api(knowledgeRoutes)
const review = api(knowledgeReviewRoutes)

export function useChangeItem(projectId: string, itemId: string) {
  return useMutation({
    mutationFn: (body: KnowledgeChanges) => calls.update({ params: { projectId, itemId }, body }),
    onSettled: () => invalidateKnowledge(projectId),
  })
}

/** Fetched each time it is opened and when the item changes, because it may be read again meanwhile. */
export function useContent(projectId: string, itemId: string, revision: string) {
  return useQuery({
    queryKey: ['knowledge-content', projectId, itemId, revision],
    queryFn: ({ signal }) => review.content({ params: { projectId, itemId }, signal }),
    placeholderData: (previous) => previous,
    gcTime: 0,
  })
}

/** How often the AI used each item in the last 30 days, up to a minute ago. */
export function useUsageCounts(projectId: string) {
  return useQuery({
    queryKey: ['knowledge-use-counts', projectId],
    queryFn: ({ signal }) => review.countUses({ params: { projectId }, signal }),
    select: byItem,
    staleTime: 60_000,
  })
}

function byItem({ since, counts }: KnowledgeUseCounts) {
  return { since, counts: new Map(counts.map(({ itemId, count }) => [itemId, count])) }
}

/** The stored file that an item was read from. */
export function downloadOriginal(projectId: string, itemId: string, signal?: AbortSignal) {
  return download(knowledgeReviewRoutes.original, { params: { projectId, itemId }, signal })
}

/** A longer text takes the browser too long to lay out. */
const maxShownCharacters = 200_000

/** The stored file of an item as text. It never changes. */
export function useOriginalText(projectId: string, itemId: string) {
  return useQuery({
    queryKey: ['knowledge-original', projectId, itemId],
    queryFn: async ({ signal }) => {
      const { blob } = await downloadOriginal(projectId, itemId, signal)
      const bytes = new Uint8Array(await blob.arrayBuffer())
      const text = new TextDecoder(detectEncoding(bytes)).decode(bytes)
      return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)}…` : text
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** UTF-16 by its byte order mark, else UTF-8. */
function detectEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

export function useUses(projectId: string, itemId: string) {
  return useQuery({
    queryKey: ['knowledge-uses', projectId, itemId],
    queryFn: ({ signal }) => review.uses({ params: { projectId, itemId }, signal }),
    gcTime: 0,
  })
}
