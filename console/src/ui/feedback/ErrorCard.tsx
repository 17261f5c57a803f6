import { CircleAlert, RotateCw } from 'lucide-react'
import { Button } from '../Button.tsx'

type Props = {
  message: string
  /** Null where a retry would fail again. */
  onRetry: (() => void) | null
}

export function ErrorCard({ message, onRetry }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card border bg-surface px-5 py-10 text-center"
    >
      <CircleAlert aria-hidden size={28} strokeWidth={1.75} className="text-bad" />
      <p className="text-body">{message}</p>
      {onRetry && (
        <Button onPress={onRetry} icon={<RotateCw aria-hidden size={16} strokeWidth={1.75} />}>
          Retry
        </Button>
      )}
    </div>
  )
}
