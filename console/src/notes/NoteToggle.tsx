import { Lock } from 'lucide-react'
import { ToolButton } from '../ui/ToolButton.tsx'

export function NoteToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <ToolButton
      words="Private note"
      icon={Lock}
      fold="first"
      isPressed={isOn}
      onPress={onToggle}
      className={isOn ? 'border-warn-solid! bg-warn-soft! text-warn!' : undefined}
    />
  )
}
