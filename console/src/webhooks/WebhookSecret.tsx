import { SecretDialog } from '../ui/SecretDialog.tsx'

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="Signing secret" noun="Secret" secret={secret} onClose={onClose}>
      With it your program checks that an event came from here. It is not shown again.
    </SecretDialog>
  )
}
