import { RotateCw } from 'lucide-react'
import { IconButton } from './IconButton.tsx'

/** The small mark that a silent failure leaves on its row. */
export function RetryButton({ onPress }: { onPress: () => void }) {
  return (
    <IconButton label="Retry" onPress={onPress}>
      <RotateCw aria-hidden strokeWidth={1.75} />
    </IconButton>
  )
}
