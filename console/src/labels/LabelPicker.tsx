import type { Session } from '@aichat/contracts/chat/sessions'
import { Check } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { labelConversation } from './label-conversation.ts'
import { useLabels } from './queries.ts'

/** All labels of the company as toggle buttons for one conversation. */
export function LabelPicker({ session }: { session: Session }) {
  const { data: labels, isError, refetch } = useLabels()
  if (isError) return <RetryButton onPress={refetch} />
  if (labels?.length === 0) {
    return <p className="text-small text-muted">Add labels in Inbox options.</p>
  }
  return (
    <ul className="flex flex-wrap gap-1.5">
      {labels?.map((label) => {
        const { id, name } = label
        const isOn = session.labelIds.includes(id)
        return (
          <li key={id}>
            <Button
              size="compact"
              isPressed={isOn}
              icon={isOn ? <Check aria-hidden size={14} /> : undefined}
              onPress={() => void labelConversation(session, label, !isOn)}
              className={isOn ? 'border-accent! bg-accent-soft! text-accent-text!' : undefined}
            >
              {name}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
