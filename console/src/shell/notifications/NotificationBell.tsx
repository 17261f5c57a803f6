import { Bell, BellOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { doNotDisturb, usePreference } from '../../kit/browser/preferences.ts'
import { useMentions } from '../../notes/queries.ts'
import { useNewAssignments, useUnreadTotal } from '../../sync/session-queries.ts'
import { lazyOverlay } from '../../ui/feedback/lazy-part.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { CrashBoundary } from '../CrashBoundary.tsx'

const BellPanel = lazyOverlay(() => import('./BellPanel.tsx').then((file) => file.BellPanel))

export function NotificationBell() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const mentions = useMentions().data?.unread ?? 0
  const assignments = useNewAssignments().data?.length ?? 0
  const unread = useUnreadTotal() + mentions
  const isQuiet = usePreference(doNotDisturb) === 'on'
  const Icon = isQuiet ? BellOff : Bell
  return (
    <>
      <IconButton
        ref={button}
        label={getLabel(unread, mentions, assignments)}
        isExpanded={isOpen}
        onPress={() => setOpen(true)}
        className="relative"
      >
        <Icon aria-hidden strokeWidth={1.75} />
        {unread + assignments > 0 && (
          <span
            aria-hidden
            className="absolute end-1.5 top-1.5 size-2.5 rounded-pill border-2 border-surface bg-accent"
          />
        )}
      </IconButton>
      {isOpen && (
        <CrashBoundary onCrash={() => setOpen(false)}>
          <BellPanel trigger={button} onClose={() => setOpen(false)} />
        </CrashBoundary>
      )}
    </>
  )
}

function getLabel(unread: number, mentions: number, assignments: number): string {
  const parts = [
    'Notifications',
    unread > 0 && `${unread} unread`,
    mentions > 0 && `${mentions} ${mentions === 1 ? 'mention' : 'mentions'}`,
    assignments > 0 && `${assignments} new ${assignments === 1 ? 'assignment' : 'assignments'}`,
  ]
  return parts.filter(Boolean).join(', ')
}
