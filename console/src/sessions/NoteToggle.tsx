import { Lock } from 'lucide-react'
import { Button } from '../ui/Button.tsx'

export function NoteToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <Button
      size="compact"
      isPressed={isOn}
      icon={<Lock aria-hidden size={14} strokeWidth={1.75} />}
      onPress={onToggle}
      className={isOn ? 'border-warn-solid! bg-warn-soft! text-warn!' : undefined}
    >
      Private note
    </Button>
  )
}
