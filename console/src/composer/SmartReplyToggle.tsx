import { Zap } from 'lucide-react'
import { ToolButton } from '../ui/ToolButton.tsx'

export function SmartReplyToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <ToolButton
      text="Smart reply"
      icon={Zap}
      collapse="second"
      isPressed={isOn}
      onPress={onToggle}
      className={isOn ? 'border-accent! bg-accent-soft! text-accent-text!' : undefined}
    />
  )
}
