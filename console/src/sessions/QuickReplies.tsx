import { quickReplies } from '@aichat/contracts/sessions'
import { Button } from '../ui/Button.tsx'

export function QuickReplies({ onChoose }: { onChoose: (reply: string) => void }) {
  return (
    <ul aria-label="Quick replies" className="flex flex-wrap gap-1.5 pb-2">
      {quickReplies.map((reply) => (
        <li key={reply} className="max-w-full">
          <Button
            size="compact"
            onPress={() => onChoose(reply)}
            className="max-w-full rounded-pill! whitespace-normal!"
          >
            {reply}
          </Button>
        </li>
      ))}
    </ul>
  )
}
