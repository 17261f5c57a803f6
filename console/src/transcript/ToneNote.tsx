import type { MessageMeta } from '@aichat/contracts/chat/messages'
import { writingSentences } from '@aichat/contracts/chat/writing'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { toneLabels } from './tone-labels.ts'

/** How the Writing Assistant changed a message. Only agents see it. */
export function ToneNote({ meta: { original, writingAssistant } }: { meta: MessageMeta }) {
  const [isOpen, setOpen] = useState(false)
  if (!writingAssistant) return null
  const { tone, isApplied, problem } = writingAssistant
  // The composer says so once; it is not repeated under every message.
  if (problem === 'no_model') return null
  if (!isApplied || original === undefined) {
    return (
      <p className="flex max-w-[86%] items-start gap-1 self-end py-0.5 text-caption text-warn md:max-w-[72%]">
        <PenLine aria-hidden size={12} className="mt-0.5 shrink-0" />
        <span>
          {writingSentences.sentAsWritten} {problem && writingSentences[problem]}
        </span>
      </p>
    )
  }
  return (
    <div className="flex max-w-[86%] flex-col items-end gap-0.5 self-end py-0.5 text-caption text-ink-2 md:max-w-[72%]">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-6 items-center gap-1 rounded-badge px-1 hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus"
      >
        <PenLine aria-hidden size={12} className="shrink-0" />
        {toneLabels[tone]} · {isOpen ? 'Hide original' : 'Show original'}
      </button>
      {isOpen && (
        <p dir="auto" className="rounded-control border px-2 py-1 whitespace-pre-wrap wrap-anywhere">
          {original}
        </p>
      )}
    </div>
  )
}
