import { SecretDialog } from '../ui/SecretDialog.tsx'

export function IdentitySecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="New secret" noun="Secret" secret={secret} onClose={onClose}>
      Keep it where your server keeps its secrets. It is not shown again.
    </SecretDialog>
  )
}
