import { invitationDays } from '@aichat/contracts/users'
import { SecretDialog } from '../ui/SecretDialog.tsx'

type Props = { email: string; url: string; onClose: () => void }

export function InviteLinkDialog({ email, url, onClose }: Props) {
  return (
    <SecretDialog title="Invitation link" noun="Link" secret={url} onClose={onClose}>
      Send this link to <strong>{email}</strong>. It works once, for {invitationDays} days; a link from before
      no longer works.
    </SecretDialog>
  )
}
