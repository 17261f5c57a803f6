import { invitationDays } from '@aichat/contracts/company/users'
import { SecretDialog } from '../ui/overlay/SecretDialog.tsx'

type Props = {
  email: string
  invitation: { inviteUrl: string; canMail: boolean }
  onClose: () => void
}

export function InviteLinkDialog({ email, invitation: { inviteUrl, canMail }, onClose }: Props) {
  return (
    <SecretDialog title="Invitation link" noun="Link" secret={inviteUrl} onClose={onClose}>
      {canMail ? (
        <>
          We've emailed <strong>{email}</strong>. You can also send them this link.
        </>
      ) : (
        <>
          Email isn't set up, so send this link to <strong>{email}</strong> yourself.
        </>
      )}{' '}
      It can be used once and expires in {invitationDays} days. Earlier links no longer work.
    </SecretDialog>
  )
}
