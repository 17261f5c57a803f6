import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useUser } from '../kit/storage.ts'
import { Avatar } from '../ui/Avatar.tsx'
import type { UserDialog } from './UserDialogs.tsx'

const UserPanel = lazy(() => import('./UserPanel.tsx').then((file) => ({ default: file.UserPanel })))

const UserDialogs = lazy(() => import('./UserDialogs.tsx').then((file) => ({ default: file.UserDialogs })))

export const defaultRole = 'Agent'

export function UserMenu() {
  const user = useUser()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const name = user?.name ?? ''
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
        <span className="hidden text-small text-ink-2 sm:inline">{user?.role ?? defaultRole}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <UserPanel trigger={button} onClose={() => setOpen(false)} onOpen={setDialog} />
        </Suspense>
      )}
      {dialog && (
        <Suspense>
          <UserDialogs dialog={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </>
  )
}
