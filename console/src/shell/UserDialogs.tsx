import { PasswordDialog } from '../auth/PasswordDialog.tsx'
import { ProfileDialog } from '../users/ProfileDialog.tsx'
import type { UserDialog } from './overlay.ts'
import { SettingsDialog } from './SettingsDialog.tsx'

export function UserDialogs({ dialog, onClose }: { dialog: UserDialog; onClose: () => void }) {
  if (dialog === 'profile') return <ProfileDialog onClose={onClose} />
  if (dialog === 'password') return <PasswordDialog onClose={onClose} />
  return <SettingsDialog onClose={onClose} />
}
