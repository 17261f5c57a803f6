import { formatDateTime, formatRelativeTime, formatTimeAgo } from '../kit/format/format.ts'
import { useMinute } from '../kit/minute.ts'

type Props = {
  time: string
  /** `sentence` reads "6 min ago" instead of "6m". */
  variant?: 'short' | 'sentence'
  className?: string
}

/** A time relative to now, up to date while it is shown, with the full date in its tooltip. */
export function RelativeTime({ time, variant = 'short', className }: Props) {
  const now = useMinute()
  const format = variant === 'short' ? formatRelativeTime : formatTimeAgo
  return (
    <time dateTime={time} title={formatDateTime(time)} className={className}>
      {format(time, now)}
    </time>
  )
}
