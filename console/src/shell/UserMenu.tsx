import { useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useUser } from '../kit/http/auth-storage.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import type { UserDialog } from './overlay.ts'

const UserPanel = lazyOverlay(() => import('./UserPanel.tsx').then((file) => file.UserPanel))

export function UserMenu({ onOpen }: { onOpen: (dialog: UserDialog) => void }) {
  const user = useUser()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const name = user?.name ?? ''
  const role = user?.role ?? 'Agent'
  return (
    <>
      <Button
        ref={button}
        aria-label={`User menu, ${name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        className="control flex items-center gap-2 rounded-control px-1.5 hover:bg-hover"
      >
        <Avatar name={name} seed={user?.id ?? ''} size="small" />
        <span className="hidden text-ink-2 sm:inline">{role}</span>
      </Button>
      {isOpen && (
        <CrashBoundary onCrash={() => setOpen(false)}>
          <UserPanel role={role} trigger={button} onClose={() => setOpen(false)} onOpen={onOpen} />
        </CrashBoundary>
      )}
    </>
  )
}
