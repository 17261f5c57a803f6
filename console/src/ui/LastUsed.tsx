import { RelativeTime } from './RelativeTime.tsx'

/** When a key or secret was last used. */
export function LastUsed({ at }: { at: string | null }) {
  if (!at) return 'Never used'
  return (
    <span>
      Last used <RelativeTime time={at} variant="sentence" />
    </span>
  )
}
