import { quickReplies } from '@aichat/contracts/chat/sessions'
import { useMemo } from 'react'
import { type Action, useActions } from '../kit/actions.ts'
import { Button } from '../ui/Button.tsx'

type Props = { onChoose: (reply: string) => void; onSend: (reply: string) => void }

/** A click or its number fills the message with a reply; Alt+click sends it right away. */
export function QuickReplies({ onChoose, onSend }: Props) {
  const actions = useMemo<Action[]>(
    () =>
      quickReplies.map((reply, index) => ({
        label: `Quick reply ${index + 1}`,
        group: 'This conversation',
        keys: String(index + 1),
        isShortcutOnly: true,
        run: () => onChoose(reply),
      })),
    [onChoose],
  )
  useActions(actions)
  return (
    <ul aria-label="Quick replies" className="flex flex-wrap gap-1.5 pb-2">
      {quickReplies.map((reply, index) => (
        <li key={reply} className="max-w-full">
          <Button
            size="compact"
            onPress={() => onChoose(reply)}
            onAltPress={() => onSend(reply)}
            className="max-w-full rounded-pill! whitespace-normal!"
          >
            <span aria-hidden className="text-muted max-md:hidden">
              {index + 1}
            </span>
            {reply}
          </Button>
        </li>
      ))}
    </ul>
  )
}
