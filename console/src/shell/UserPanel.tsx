import { KeyRound, LogOut, Settings, UserRound } from 'lucide-react'
import type { RefObject } from 'react'
import { logOut } from '../auth/queries.ts'
import { useUser } from '../kit/auth-storage.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { DensityChoice } from './DensityChoice.tsx'
import type { UserDialog } from './overlay.ts'
import { ThemeChoice } from './ThemeChoice.tsx'
import { defaultRole } from './UserMenu.tsx'

type Props = {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
  onOpen: (dialog: UserDialog) => void
}

const choices = [
  { dialog: 'profile', label: 'My Profile', icon: UserRound },
  { dialog: 'settings', label: 'Settings', icon: Settings },
  { dialog: 'password', label: 'Change Password', icon: KeyRound },
] as const

export function UserPanel({ trigger, onClose, onOpen }: Props) {
  const user = useUser()
  return (
    <Panel label="User menu" trigger={trigger} onClose={onClose} className="w-64 p-4">
      <p className="truncate font-semibold">{user?.name}</p>
      <p className="truncate text-small text-ink-2">{user?.email}</p>
      <p className="text-small text-muted">{user?.role ?? defaultRole}</p>
      <div className="my-3 flex flex-col gap-1 border-y py-3">
        <ThemeChoice />
        <DensityChoice />
      </div>
      {choices.map(({ dialog, label, icon: Icon }) => (
        <Button
          key={dialog}
          variant="ghost"
          icon={<Icon aria-hidden size={16} strokeWidth={1.75} />}
          onPress={() => {
            onClose()
            onOpen(dialog)
          }}
          className="w-full justify-start!"
        >
          {label}
        </Button>
      ))}
      <Button
        variant="ghost"
        icon={<LogOut aria-hidden size={16} strokeWidth={1.75} />}
        onPress={logOut}
        className="w-full justify-start!"
      >
        Logout
      </Button>
    </Panel>
  )
}
