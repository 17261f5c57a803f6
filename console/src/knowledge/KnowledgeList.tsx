import { type KnowledgeExtension, knowledgeSentences } from '@aichat/contracts/knowledge'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AddKnowledgeDialog } from './AddKnowledgeDialog.tsx'
import { ImportButton } from './ImportButton.tsx'
import { KnowledgeRow } from './KnowledgeRow.tsx'
import { useEmbedAll, useKnowledge, useRemoveKnowledge } from './queries.ts'
import { SearchSummary } from './SearchSummary.tsx'

type Props = {
  projectId: string
  accepts: readonly KnowledgeExtension[]
  /** Beside the other buttons. */
  action?: ReactNode
}

export function KnowledgeList({ projectId, accepts, action }: Props) {
  const { data: items, error, refetch } = useKnowledge(projectId)
  const remove = useRemoveKnowledge(projectId)
  const embedAll = useEmbedAll(projectId)
  const [isAdding, setAdding] = useState(false)
  const [itemToRemove, setItemToRemove] = useState<string | null>(null)
  const pending = items?.filter((item) => item.status === 'pending' && !item.stage) ?? []

  function confirmRemove() {
    if (itemToRemove) remove.mutate(itemToRemove)
    setItemToRemove(null)
  }

  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-title-s font-semibold">
          Knowledge <span className="font-normal text-muted">({items?.length ?? '–'})</span>
        </h2>
        <div className="flex flex-wrap gap-2">
          {action}
          <ImportButton projectId={projectId} />
          <Button size="compact" icon={<Plus aria-hidden size={14} />} onPress={() => setAdding(true)}>
            Add Knowledge Source
          </Button>
        </div>
      </div>
      {(pending.length > 1 || embedAll.isPending) && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2 rounded-control bg-warn-soft px-3 py-1.5">
          <p className="text-small text-warn">
            {pending.length > 0 && `${pending.length} items are not used by the AI yet.`}
          </p>
          <Button
            size="compact"
            isBusy={embedAll.isPending}
            onPress={() => embedAll.mutate(pending.map((item) => item.id))}
          >
            Embed all pending
          </Button>
        </div>
      )}
      {items ? (
        items.length === 0 ? (
          <p className="py-6 text-center text-ink-2">
            No knowledge yet. Add a page, a file or a few sentences for your AI to answer from.
          </p>
        ) : (
          <ul aria-label="Knowledge" className="mt-2 divide-y divide-line">
            {items.map((item) => (
              <KnowledgeRow
                key={item.id}
                projectId={projectId}
                item={item}
                isEmbeddingAll={embedAll.isPending && item.status === 'pending'}
                hasRemoveFailed={remove.isError && remove.variables === item.id}
                onRemove={() => setItemToRemove(item.id)}
                onRetryRemove={() => remove.mutate(item.id)}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorCard message={knowledgeSentences.loadFailed} onRetry={refetch} />
      ) : (
        <Skeleton className="mt-4 h-24 w-full" />
      )}
      {items && items.length > 0 && <SearchSummary projectId={projectId} />}
      {isAdding && (
        <AddKnowledgeDialog projectId={projectId} accepts={accepts} onClose={() => setAdding(false)} />
      )}
      <AlertDialog
        title="Remove knowledge item"
        question={knowledgeSentences.confirmRemove}
        confirmLabel="Remove"
        isOpen={itemToRemove !== null}
        onCancel={() => setItemToRemove(null)}
        onConfirm={confirmRemove}
      />
    </Card>
  )
}
