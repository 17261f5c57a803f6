import { type Webhook, webhookSentences } from '@aichat/contracts/company/webhooks'
import { errorMessage } from '../kit/http/api-error.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { useRotateSecret } from './queries.ts'
import { WebhookSecret } from './WebhookSecret.tsx'

type Props = { webhook: Webhook | null; onClose: () => void }

/** Confirms the rotation of a signing secret, then shows the new secret once. */
export function RotateSecretDialog({ webhook, onClose }: Props) {
  const rotate = useRotateSecret()
  function confirm() {
    onClose()
    if (!webhook) return
    rotate.mutate(webhook.id, {
      onError: (error) => toast(errorMessage(error, webhookSentences.rotateFailed), { tone: 'bad' }),
    })
  }
  return (
    <>
      {rotate.data && <WebhookSecret secret={rotate.data.secret} onClose={rotate.reset} />}
      <AlertDialog
        title="Rotate secret"
        question="Create a new signing secret? For 24 hours, events are signed with both secrets so that you can switch over."
        confirmLabel="Rotate secret"
        isOpen={webhook !== null}
        onCancel={onClose}
        onConfirm={confirm}
      />
    </>
  )
}
