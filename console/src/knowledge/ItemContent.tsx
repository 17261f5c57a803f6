import { type KnowledgeItem, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import type { KnowledgeChunk, KnowledgeUse } from '@aichat/contracts/ai/knowledge-review'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useContent, useUses } from './review-queries.ts'

type Props = { projectId: string; item: KnowledgeItem }

/** The text under its headings, in the sections that the AI finds and quotes. */
export function ItemContent({ projectId, item }: Props) {
  const { data, error, refetch } = useContent(
    projectId,
    item.id,
    `${item.revision} ${item.fetchedAt} ${item.stage}`,
  )
  const { data: uses } = useUses(projectId, item.id)
  if (error) return <ErrorCard message={knowledgeSentences.loadFailed} onRetry={refetch} />
  if (!data) return <Skeleton className="h-40 w-full" />
  if (data.chunks.length === 0)
    return (
      <p className="text-ink-2">
        {item.error ?? 'Nothing has been read yet. Embed this item to see its text.'}
      </p>
    )
  return (
    <ol aria-label="Sections" dir="auto" className="flex flex-col gap-3">
      {data.chunks.map((chunk, index) => (
        <Section
          key={chunk.position}
          chunk={chunk}
          previous={data.chunks[index - 1]}
          useCount={countUses(uses, chunk.position)}
        />
      ))}
    </ol>
  )
}

type SectionProps = { chunk: KnowledgeChunk; previous: KnowledgeChunk | undefined; useCount: number }

function Section({ chunk, previous, useCount }: SectionProps) {
  const heading = chunk.headings.join(' › ')
  return (
    <li className="rounded-control border p-3">
      {heading && heading !== previous?.headings.join(' › ') && (
        <h3 className="mb-1 wrap-anywhere font-strong">{heading}</h3>
      )}
      <p className="wrap-anywhere whitespace-pre-line">{chunk.body.slice(chunk.overlap)}</p>
      {useCount > 0 && (
        <p className="mt-1.5 text-ai">
          Used in {useCount} {useCount === 1 ? 'answer' : 'answers'}
        </p>
      )}
    </li>
  )
}

function countUses(uses: KnowledgeUse[] | undefined, position: number): number {
  return uses?.filter(({ positions }) => positions.includes(position)).length ?? 0
}
