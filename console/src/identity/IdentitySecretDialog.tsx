import { SecretDialog } from '../ui/overlay/SecretDialog.tsx'

export function IdentitySecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="New secret" noun="Secret" secret={secret} onClose={onClose}>
      Copy the secret now and store it securely. You won't be able to see it again.
    </SecretDialog>
  )
}
