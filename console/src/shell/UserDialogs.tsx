import { PasswordDialog } from '../auth/PasswordDialog.tsx'
import { ProfileDialog } from '../users/ProfileDialog.tsx'
import { syncPush } from './notifications/sync-push.ts'
import type { UserDialog } from './overlay.ts'

export function UserDialogs({ dialog, onClose }: { dialog: UserDialog; onClose: () => void }) {
  return dialog === 'profile' ? (
    <ProfileDialog onClose={onClose} />
  ) : (
    // A new password ends the sign-in to which the push subscription of this browser belongs.
    <PasswordDialog onChanged={syncPush} onClose={onClose} />
  )
}
