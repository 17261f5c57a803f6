import { Zap } from 'lucide-react'
import { ToolButton } from '../ui/ToolButton.tsx'

export function SmartReplyToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <ToolButton
      text="Smart reply"
      hint="Choose one of four ready-made replies."
      icon={Zap}
      isPressed={isOn}
      onPress={onToggle}
      className={isOn ? 'bg-accent-soft! text-accent-text!' : undefined}
    />
  )
}
