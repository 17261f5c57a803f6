import type { Label } from '@aichat/contracts/chat/labels'
import type { Session } from '@aichat/contracts/chat/sessions'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { labelConversation } from './label-conversation.ts'
import { useLabels } from './queries.ts'

const MenuPopover = lazyOverlay(() =>
  import('../ui/overlay/MenuPopover.tsx').then((file) => file.MenuPopover),
)

/** The labels of a conversation, and a menu with the others. */
export function SessionLabels({ session }: { session: Session }) {
  const { data: labels, isError, refetch } = useLabels()
  if (isError) return <RetryButton onPress={refetch} />
  if (labels?.length === 0) return <p className="text-muted">Add labels in Inbox options.</p>
  const isApplied = ({ id }: Label) => session.labelIds.includes(id)
  return (
    <ul aria-label="Labels" className="flex flex-wrap gap-1.5">
      {labels?.filter(isApplied).map((label) => (
        <li key={label.id} className="flex max-w-full">
          <AppliedLabel session={session} label={label} />
        </li>
      ))}
      {labels && (
        <li>
          <AddLabel session={session} labels={labels.filter((label) => !isApplied(label))} />
        </li>
      )}
    </ul>
  )
}

function AppliedLabel({ session, label }: { session: Session; label: Label }) {
  return (
    <button
      type="button"
      title={`Remove label ${label.name}`}
      onClick={() => void labelConversation(session, label, false)}
      className="inline-flex min-h-7 max-w-full items-center rounded-badge focus-visible:outline-2 focus-visible:outline-focus touch:min-h-11"
    >
      <Badge tone={label.tone}>
        <span className="sr-only">Remove label </span>
        <span className="truncate">{label.name}</span>
        <X aria-hidden size={12} />
      </Badge>
    </button>
  )
}

function AddLabel({ session, labels }: { session: Session; labels: readonly Label[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (labels.length === 0) return null
  const choices = labels.map((label) => ({
    key: label.id,
    label: label.name,
    onChoose: () => void labelConversation(session, label, true),
  }))
  return (
    <>
      <Button
        ref={button}
        size="compact"
        variant="ghost"
        icon={<Plus aria-hidden size={14} />}
        isExpanded={isOpen}
        onPress={() => setOpen(true)}
        className="gap-1! border-dashed border-control!"
      >
        Label
      </Button>
      {isOpen && (
        <MenuPopover label="Add label" trigger={button} choices={choices} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
