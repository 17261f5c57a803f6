import type { Faq } from '@aichat/contracts/ai/faq'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { FaqActions } from './FaqActions.tsx'
import { FaqDialog } from './FaqDialog.tsx'
import { useUpdateFaq } from './queries.ts'

type Props = {
  projectId: string
  faq: Faq
  number: number
  isFresh: boolean
  moveButtons: ReactNode
  /** Retries a failed move or delete of this row. */
  onRetry: (() => void) | null
  onRemove: () => void
}

export function FaqRow({ projectId, faq, number, isFresh, moveButtons, onRetry, onRemove }: Props) {
  const update = useUpdateFaq(projectId, faq)
  const [isEditing, setEditing] = useState(false)
  const { id, order, ...form } = faq
  return (
    <li
      className={clsx(
        'flex flex-wrap items-start gap-x-3 gap-y-1 px-5 py-3 transition-colors dense:py-1.5 duration-300',
        isFresh && 'bg-selected',
      )}
    >
      <span className="w-6 shrink-0 text-end text-muted tabular-nums">{number}</span>
      <div className="min-w-0 flex-[1_1_200px]">
        <p dir="auto" className="font-strong wrap-anywhere">
          {faq.question}
        </p>
        <p dir="auto" className="mt-0.5 line-clamp-2 wrap-anywhere text-ink-2">
          {faq.answer}
        </p>
      </div>
      <div className="ms-auto flex items-center gap-1">
        {update.isError && <RetryButton onPress={() => update.mutate(update.variables)} />}
        {onRetry && <RetryButton onPress={onRetry} />}
        {moveButtons}
        <FaqActions onEdit={() => setEditing(true)} onRemove={onRemove} />
      </div>
      {isEditing && (
        <FaqDialog
          title="Edit FAQ"
          form={form}
          onSave={(saved) => {
            setEditing(false)
            update.mutate(saved)
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  )
}
