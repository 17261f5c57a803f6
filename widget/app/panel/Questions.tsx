import type { PublicFaq } from '@aichat/contracts/ai/faq'
import { CloseIcon } from '../kit/icons.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { usePopover } from '../kit/use-popover.ts'
import { words } from '../kit/words.ts'
import type { FaqsProps } from './Faqs.tsx'

export const Faqs = lazyPart<FaqsProps>('Faqs')

/** The common questions during a conversation, on a sheet over it. */
export function Questions({ faqs, isInert }: { faqs: PublicFaq[]; isInert: boolean }) {
  const { isOpen, toggle, close, ref, button } = usePopover()
  return (
    <div ref={ref}>
      <button
        type="button"
        className="pill"
        ref={button}
        aria-expanded={isOpen}
        disabled={isInert}
        onClick={toggle}
      >
        {words.questions}
      </button>
      {isOpen && (
        <div className="popover sheet">
          <button type="button" className="round" aria-label={words.closeQuestions} onClick={close}>
            <CloseIcon />
          </button>
          <Faqs faqs={faqs} />
        </div>
      )}
    </div>
  )
}
