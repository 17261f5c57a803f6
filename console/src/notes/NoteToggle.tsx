import { Lock } from 'lucide-react'
import { ToolButton } from '../ui/ToolButton.tsx'

export function NoteToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <ToolButton
      text="Private note"
      icon={Lock}
      collapse="first"
      isPressed={isOn}
      onPress={onToggle}
      className={isOn ? 'border-warn-solid! bg-warn-soft! text-warn!' : undefined}
    />
  )
}
