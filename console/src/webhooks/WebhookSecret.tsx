import { SecretDialog } from '../ui/overlay/SecretDialog.tsx'

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog title="Signing secret" noun="Secret" secret={secret} onClose={onClose}>
      Use this secret to verify that events come from us. You won't be able to see it again.
    </SecretDialog>
  )
}
