import { knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import { BookOpen, Globe, Plus } from 'lucide-react'
import { formatCount } from '../kit/format/format-count.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { KnowledgeItems } from './KnowledgeItems.tsx'
import { useBulkAction, useKnowledge } from './queries.ts'
import { SearchSummary } from './SearchSummary.tsx'

type Props = {
  projectId: string
  onAdd: (kind: 'site' | 'manual') => void
  /** What visitors get instead of the items that are not live yet, by the item's id. */
  liveNotes: ReadonlyMap<string, string>
}

export function KnowledgeList({ projectId, onAdd, liveNotes }: Props) {
  const { data: items, error, refetch } = useKnowledge(projectId)
  const embedAll = useBulkAction(projectId)
  const pending = items?.filter((item) => item.status === 'pending' && !item.stage) ?? []

  const addButton = (
    <Button
      size="compact"
      permission="knowledge.edit"
      icon={<Plus aria-hidden size={14} />}
      onPress={() => onAdd('manual')}
    >
      Add Knowledge Source
    </Button>
  )

  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-title">
          Knowledge <span className="text-muted">({items?.length ?? '–'})</span>
        </h2>
        {items?.length !== 0 && addButton}
      </div>
      {(pending.length > 0 || embedAll.isPending) && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2 rounded-control bg-warn-soft px-3 py-1.5">
          <p className="text-warn">
            {pending.length > 0 &&
              `${formatCount(pending.length, 'item')} ${pending.length === 1 ? 'is' : 'are'} not used by your AI assistant yet.`}
          </p>
          <Button
            size="compact"
            permission="knowledge.edit"
            isBusy={embedAll.isPending}
            onPress={() => embedAll.mutate({ action: 'embed', itemIds: pending.map(({ id }) => id) })}
          >
            Embed all
          </Button>
        </div>
      )}
      {items ? (
        items.length === 0 ? (
          <EmptyState
            icon={BookOpen}
            title="No knowledge yet"
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button
                  size="compact"
                  permission="knowledge.edit"
                  icon={<Globe aria-hidden size={14} />}
                  onPress={() => onAdd('site')}
                >
                  Add website
                </Button>
                {addButton}
              </div>
            }
          >
            Add your website, a file or a few sentences for your AI assistant to answer from.
          </EmptyState>
        ) : (
          <KnowledgeItems
            projectId={projectId}
            items={items}
            liveNotes={liveNotes}
            isEmbeddingAll={embedAll.isPending}
          />
        )
      ) : error ? (
        <ErrorCard message={knowledgeSentences.loadFailed} onRetry={refetch} />
      ) : (
        <Skeleton className="mt-4 h-24 w-full" />
      )}
      {items && items.length > 0 && <SearchSummary projectId={projectId} />}
    </Card>
  )
}
