import { faqLimits, faqNoticeMs, faqSentences, syncedSentence } from '@aichat/contracts/ai/faq'
import { BookPlus, MessageCircleQuestionMark, Plus, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTemporaryState } from '../kit/use-temporary-state.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import { AddFaqDialog } from './AddFaqDialog.tsx'
import { FaqRows } from './FaqRows.tsx'
import { GenerateDialog } from './GenerateDialog.tsx'
import { useFaqs, useSyncFaqs } from './queries.ts'
import { useUndoableDelete } from './use-undoable-delete.ts'

type Note = { text: string; freshIds: string[] }
const noIds: string[] = []

type Props = {
  projectId: string
  /** Called after a change of the knowledge items that are synced from the FAQs. */
  onKnowledgeChange: () => void
}

export function FaqList({ projectId, onKnowledgeChange }: Props) {
  const { data, error, refetch } = useFaqs(projectId)
  const loading = useDelayedLoading(!data && !error)
  const sync = useSyncFaqs(projectId)
  const deletion = useUndoableDelete(projectId, onKnowledgeChange)
  const [dialog, setDialog] = useState<'add' | 'generate' | null>(null)
  const [note, setNote] = useTemporaryState<Note>(faqNoticeMs)
  const faqs = data?.faqs.filter((faq) => !deletion.hidden.has(faq.id)) ?? []
  const isFull = faqs.length >= faqLimits.maxPerProject

  function addToKnowledge() {
    setNote(null)
    sync.mutate(deletion.flush, {
      onSuccess: ({ upserted }) => {
        setNote({ text: syncedSentence(upserted), freshIds: noIds })
        onKnowledgeChange()
      },
    })
  }

  const addButtons = (
    <>
      <Tooltip text={isFull ? faqSentences.tooMany : null}>
        <Button
          size="compact"
          icon={<Plus aria-hidden size={14} />}
          isBlocked={isFull}
          onPress={() => setDialog('add')}
        >
          Add FAQ
        </Button>
      </Tooltip>
      <Button
        size="compact"
        icon={<Sparkles aria-hidden size={14} strokeWidth={1.75} />}
        onPress={() => setDialog('generate')}
      >
        Generate FAQ
      </Button>
    </>
  )
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-title">
          FAQ <span className="text-muted">({data ? faqs.length : '–'})</span>
        </h2>
        {faqs.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {addButtons}
            <Button
              size="compact"
              icon={<BookPlus aria-hidden size={14} strokeWidth={1.75} />}
              isBusy={sync.isPending}
              onPress={addToKnowledge}
            >
              Add to Knowledge Base
            </Button>
          </div>
        )}
      </div>
      <div role="status" className="empty:hidden [&>*]:mt-3">
        {note && <Notice tone="info">{note.text}</Notice>}
      </div>
      {sync.isError && (
        <div className="mt-3">
          <Notice>{faqSentences.syncFailed}</Notice>
        </div>
      )}
      {loading !== 'done' ? (
        <div aria-busy="true" className="mt-4 h-40">
          {loading === 'visible' && <Skeleton isImmediate className="h-40 w-full" />}
        </div>
      ) : data ? (
        faqs.length === 0 ? (
          <EmptyState
            icon={MessageCircleQuestionMark}
            title={faqSentences.none}
            action={<div className="flex flex-wrap justify-center gap-2">{addButtons}</div>}
          >
            Answer the questions that visitors ask most. They can see them in the chat.
          </EmptyState>
        ) : (
          <FaqRows projectId={projectId} faqs={faqs} freshIds={note?.freshIds ?? noIds} deletion={deletion} />
        )
      ) : (
        <div className="mt-3">
          <ErrorCard message={faqSentences.loadFailed} onRetry={refetch} />
        </div>
      )}
      {dialog === 'add' && <AddFaqDialog projectId={projectId} onClose={() => setDialog(null)} />}
      {dialog === 'generate' && (
        <GenerateDialog projectId={projectId} onClose={() => setDialog(null)} onGenerated={setNote} />
      )}
    </Card>
  )
}
