import { type Webhook, webhookSentences } from '@aichat/contracts/company/webhooks'
import { errorMessage } from '../kit/http/api-error.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { useRemoveWebhook } from './queries.ts'

type Props = { webhook: Webhook | null; onClose: () => void }

export function RemoveWebhookDialog({ webhook, onClose }: Props) {
  const remove = useRemoveWebhook()
  function confirm() {
    onClose()
    if (!webhook) return
    remove.mutate(webhook.id, {
      onSuccess: () => toast('Webhook removed'),
      onError: (error) => toast(errorMessage(error, webhookSentences.removeFailed), { tone: 'bad' }),
    })
  }
  return (
    <AlertDialog
      title="Remove webhook"
      question={`Remove the webhook to ${webhook?.url}? Its delivery log is deleted and pending deliveries are canceled.`}
      confirmLabel="Remove webhook"
      isOpen={webhook !== null}
      onCancel={onClose}
      onConfirm={confirm}
    />
  )
}
