import type { AnswerChange } from '@aichat/contracts/ai/answer-sets'
import { type ReactNode, useState } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { countChanges } from './count-changes.ts'
import { TextDifference } from './TextDifference.tsx'

const maxCollapsed = 3
/** The shown characters of a text that was added or removed. */
const maxSingleText = 600

const kinds: Record<AnswerChange['kind'], string> = {
  item: 'Knowledge',
  faq: 'FAQ',
  profile: 'Agent',
  prompt: 'Prompt',
}

type Props = {
  changes: readonly AnswerChange[]
  /** The server returns the first of them only. */
  total: number
  labels: { before: string; after: string }
  /** A button for a change. */
  renderAction?: (change: AnswerChange) => ReactNode
}

/** The texts that differ, side by side, with the words that differ. */
export function AnswerChanges({ changes, total, labels, renderAction }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? changes : changes.slice(0, maxCollapsed)
  const hidden = total - changes.length
  return (
    <div className="flex w-full min-w-0 flex-col items-start gap-2">
      <ul aria-label="Changes to answers" className="flex w-full flex-col divide-y rounded-control border">
        {shown.map((change) => (
          <li key={`${change.kind} ${change.id}`} className="px-3 py-2.5">
            <Change change={change} labels={labels} action={renderAction?.(change)} />
          </li>
        ))}
      </ul>
      {changes.length > maxCollapsed && (
        <Button size="compact" isExpanded={isExpanded} onPress={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer' : `Show all ${countChanges(changes.length)}`}
        </Button>
      )}
      {isExpanded && hidden > 0 && (
        <p className="text-ink-2">
          and {hidden} more {hidden === 1 ? 'change' : 'changes'}
        </p>
      )}
    </div>
  )
}

type ChangeProps = { change: AnswerChange; labels: Props['labels']; action: ReactNode }

function Change({ change, labels, action }: ChangeProps) {
  const { kind, title, before, after } = change
  const isSingle = before === null || after === null
  const toShown = (text: string | null) => (isSingle && text !== null ? shorten(text) : text)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {before === null ? (
          <Badge tone="ok">Added</Badge>
        ) : after === null ? (
          <Badge tone="bad">Removed</Badge>
        ) : (
          <Badge tone="accent">Changed</Badge>
        )}
        <span className="text-ink-2">{kinds[kind]}</span>
        <span dir="auto" className="min-w-0 font-strong wrap-anywhere">
          {title || 'Erased text'}
        </span>
        {action && <span className="ms-auto">{action}</span>}
      </div>
      <div className="mt-1.5">
        <TextDifference
          before={{ label: labels.before, text: toShown(before) }}
          after={{ label: labels.after, text: toShown(after) }}
          absent="Nothing"
        />
      </div>
    </>
  )
}

function shorten(text: string): string {
  return text.length > maxSingleText ? `${text.slice(0, maxSingleText)}…` : text
}
