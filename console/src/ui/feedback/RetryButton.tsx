import { RotateCw } from 'lucide-react'
import { IconButton } from '../IconButton.tsx'

/** Marks a row whose last action failed. */
export function RetryButton({ onPress }: { onPress: () => void }) {
  return (
    <IconButton label="Retry" onPress={onPress}>
      <RotateCw aria-hidden strokeWidth={1.75} />
    </IconButton>
  )
}
