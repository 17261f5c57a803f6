import { KeyRound, LogOut, Settings, UserRound } from 'lucide-react'
import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '../auth/queries.ts'
import { useUser } from '../kit/http/auth-storage.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { DensityChoice } from './DensityChoice.tsx'
import type { UserDialog } from './overlay.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

type Props = {
  role: string
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
  onOpen: (dialog: UserDialog) => void
}

export function UserPanel({ role, trigger, onClose, onOpen }: Props) {
  const user = useUser()
  const navigate = useNavigate()
  const choices = [
    { label: 'My Profile', icon: UserRound, run: () => onOpen('profile') },
    { label: 'Settings', icon: Settings, run: () => navigate(paths.settings) },
    { label: 'Change Password', icon: KeyRound, run: () => onOpen('password') },
  ]
  return (
    <Panel label="User menu" trigger={trigger} onClose={onClose} className="w-64 p-4">
      <p className="truncate font-strong">{user?.name}</p>
      <p className="truncate text-ink-2">{user?.email}</p>
      <p className="text-muted">{role}</p>
      <div className="my-3 flex flex-col gap-1 border-y py-3">
        <ThemeChoice />
        <DensityChoice />
      </div>
      {choices.map(({ label, icon: Icon, run }) => (
        <Button
          key={label}
          variant="ghost"
          icon={<Icon aria-hidden size={16} strokeWidth={1.75} />}
          onPress={() => {
            onClose()
            run()
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
