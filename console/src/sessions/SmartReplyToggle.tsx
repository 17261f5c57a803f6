import { Zap } from 'lucide-react'
import { Button } from '../ui/Button.tsx'

export function SmartReplyToggle({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  return (
    <Button
      size="compact"
      isPressed={isOn}
      icon={<Zap aria-hidden size={14} strokeWidth={1.75} />}
      onPress={onToggle}
      className={isOn ? 'border-accent! bg-accent-soft! text-accent-text!' : undefined}
    >
      Smart reply
    </Button>
  )
}
