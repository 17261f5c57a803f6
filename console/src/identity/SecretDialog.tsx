import { SecretOnce } from '../ui/SecretOnce.tsx'

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretOnce title="New secret" noun="Secret" secret={secret} onClose={onClose}>
      Keep it where your server keeps its secrets. It is not shown again.
    </SecretOnce>
  )
}
