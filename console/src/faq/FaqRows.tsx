import type { Faq } from '@aichat/contracts/ai/faq'
import { useRef, useState } from 'react'
import { FaqRow } from './FaqRow.tsx'
import { MoveButtons } from './MoveButtons.tsx'
import type { Step } from './order.ts'
import { useMoveFaq } from './queries.ts'
import type { useUndoableDelete } from './use-undoable-delete.ts'

type Props = {
  projectId: string
  faqs: Faq[]
  freshIds: readonly string[]
  deletion: ReturnType<typeof useUndoableDelete>
}

type LastMove = { faqId: string; step: Step }

export function FaqRows({ projectId, faqs, freshIds, deletion }: Props) {
  const move = useMoveFaq(projectId)
  const [lastMove, setLastMove] = useState<LastMove | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const position = faqs.findIndex((faq) => faq.id === lastMove?.faqId) + 1

  function step(faqId: string, by: Step) {
    setLastMove({ faqId, step: by })
    move.mutate({ faqId, step: by, hidden: deletion.hidden })
  }

  function remove(faq: Faq) {
    deletion.deleteWithUndo(faq)
    // The pressed button disappears with its row.
    list.current?.focus({ preventScroll: true })
  }

  function getRetry({ id }: Faq) {
    if (deletion.failed.has(id)) return () => deletion.retry(id)
    if (!move.isError || move.variables.faqId !== id) return null
    return () => step(id, move.variables.step)
  }

  return (
    <>
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="FAQs"
        className="mt-3 -mb-2 divide-y divide-line border-t max-md:-mx-5 md:-mx-5"
      >
        {faqs.map((faq, index) => (
          <FaqRow
            key={faq.id}
            projectId={projectId}
            faq={faq}
            number={index + 1}
            isFresh={freshIds.includes(faq.id)}
            onRetry={getRetry(faq)}
            onRemove={() => remove(faq)}
            moveButtons={
              <MoveButtons
                isFirst={index === 0}
                isLast={index === faqs.length - 1}
                lastMove={lastMove?.faqId === faq.id ? lastMove : null}
                onStep={(by) => step(faq.id, by)}
              />
            }
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {position > 0 && !move.isError && `Moved to ${position} of ${faqs.length}`}
      </p>
    </>
  )
}
