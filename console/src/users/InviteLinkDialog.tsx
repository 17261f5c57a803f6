import { invitationDays } from '@aichat/contracts/company/users'
import { SecretDialog } from '../ui/overlay/SecretDialog.tsx'

type Props = { email: string; url: string; onClose: () => void }

export function InviteLinkDialog({ email, url, onClose }: Props) {
  return (
    <SecretDialog title="Invitation link" noun="Link" secret={url} onClose={onClose}>
      Send this link to <strong>{email}</strong>. It can be used once and expires in {invitationDays} days.
      Earlier links no longer work.
    </SecretDialog>
  )
}
