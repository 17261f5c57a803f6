import { type KnowledgeExtension, knowledgeSentences } from '@aichat/contracts/ai/knowledge'
import { BookOpen, Plus, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { AddKnowledgeDialog } from './import/AddKnowledgeDialog.tsx'
import { ImportDialog } from './import/ImportDialog.tsx'
import { KnowledgeItems } from './KnowledgeItems.tsx'
import { useBulkAction, useKnowledge } from './queries.ts'
import { SearchSummary } from './SearchSummary.tsx'

type Props = {
  projectId: string
  accepts: readonly KnowledgeExtension[]
  /** Beside the other buttons. */
  action?: ReactNode
  /** What visitors get instead of the items that are not live yet, by the item's id. */
  liveNotes: ReadonlyMap<string, string>
}

export function KnowledgeList({ projectId, accepts, action, liveNotes }: Props) {
  const { data: items, error, refetch } = useKnowledge(projectId)
  const embedAll = useBulkAction(projectId)
  // The buttons move when the first item appears: an open dialog must not close because of it.
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null)
  const pending = items?.filter((item) => item.status === 'pending' && !item.stage) ?? []

  const addButtons = (
    <>
      <Button
        size="compact"
        icon={<Upload aria-hidden size={14} strokeWidth={1.75} />}
        onPress={() => setDialog('import')}
      >
        Import
      </Button>
      <Button size="compact" icon={<Plus aria-hidden size={14} />} onPress={() => setDialog('add')}>
        Add Knowledge Source
      </Button>
    </>
  )

  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-title-s font-semibold">
          Knowledge <span className="font-normal text-muted">({items?.length ?? '–'})</span>
        </h2>
        <div className="flex flex-wrap gap-2">
          {action}
          {items?.length !== 0 && addButtons}
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
            onPress={() => embedAll.mutate({ action: 'embed', itemIds: pending.map(({ id }) => id) })}
          >
            Embed all pending
          </Button>
        </div>
      )}
      {items ? (
        items.length === 0 ? (
          <EmptyState
            icon={BookOpen}
            title="No knowledge yet"
            action={<div className="flex flex-wrap justify-center gap-2">{addButtons}</div>}
          >
            Add a page, a file or a few sentences for your AI to answer from.
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
      {dialog === 'add' && (
        <AddKnowledgeDialog projectId={projectId} accepts={accepts} onClose={() => setDialog(null)} />
      )}
      {dialog === 'import' && <ImportDialog projectId={projectId} onClose={() => setDialog(null)} />}
    </Card>
  )
}
