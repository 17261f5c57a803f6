import { PasswordDialog } from '../auth/PasswordDialog.tsx'
import { ProfileDialog } from '../users/ProfileDialog.tsx'
import type { UserDialog } from './overlay.ts'

export function UserDialogs({ dialog, onClose }: { dialog: UserDialog; onClose: () => void }) {
  return dialog === 'profile' ? <ProfileDialog onClose={onClose} /> : <PasswordDialog onClose={onClose} />
}
