import type { Faq } from '@aichat/contracts/faq'
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
  removal: ReturnType<typeof useUndoableDelete>
}

type Made = { faqId: string; step: Step }

export function FaqRows({ projectId, faqs, freshIds, removal }: Props) {
  const move = useMoveFaq(projectId)
  const [made, setMade] = useState<Made | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const place = faqs.findIndex((faq) => faq.id === made?.faqId) + 1

  function step(faqId: string, by: Step) {
    setMade({ faqId, step: by })
    move.mutate({ faqId, step: by, hidden: removal.hidden })
  }

  function remove(faq: Faq) {
    removal.deleteWithUndo(faq)
    // The button that was pressed goes with its row.
    list.current?.focus({ preventScroll: true })
  }

  function retryOf({ id }: Faq) {
    if (removal.failed.has(id)) return () => removal.retry(id)
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
            onRetry={retryOf(faq)}
            onRemove={() => remove(faq)}
            moveButtons={
              <MoveButtons
                isFirst={index === 0}
                isLast={index === faqs.length - 1}
                made={made?.faqId === faq.id ? made : null}
                onStep={(by) => step(faq.id, by)}
              />
            }
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {place > 0 && !move.isError && `Moved to ${place} of ${faqs.length}`}
      </p>
    </>
  )
}
