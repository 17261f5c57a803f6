import { type Webhook, webhookSentences } from '@aichat/contracts/company/webhooks'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { useWebhooks } from './queries.ts'
import { RemoveWebhookDialog } from './RemoveWebhookDialog.tsx'
import { RotateSecretDialog } from './RotateSecretDialog.tsx'
import { WebhookRow } from './WebhookRow.tsx'

const WebhookDialog = lazyOverlay(() => import('./WebhookDialog.tsx').then((file) => file.WebhookDialog))

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'rotate' | 'remove'; webhook: Webhook } | null

/** The webhooks of the company, and the dialogs that change them. */
export function WebhookList() {
  const { data, error, refetch } = useWebhooks()
  const loading = useDelayedLoading(!data && !error)
  const [open, setOpen] = useState<OpenDialog>(null)
  const addButton = <AddButton onPress={() => setOpen({ kind: 'add' })} />
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-body text-ink-2">
          Webhooks notify your systems about events in your conversations. Failed deliveries are retried for
          about three days.
        </p>
        {data && data.webhooks.length > 0 && addButton}
      </div>
      {loading === 'visible' && <Skeleton isImmediate className="h-40 w-full" />}
      {loading === 'done' && !data && (
        <ErrorCard message={errorMessage(error, webhookSentences.loadFailed)} onRetry={refetch} />
      )}
      {loading === 'done' && data?.webhooks.length === 0 && (
        <div className="rounded-card border bg-surface">
          <EmptyState icon={WebhookIcon} title="No webhooks yet" action={addButton}>
            Add an endpoint and choose its events.
          </EmptyState>
        </div>
      )}
      {loading === 'done' &&
        data?.webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setOpen({ kind: 'edit', webhook })}
            onRotate={() => setOpen({ kind: 'rotate', webhook })}
            onRemove={() => setOpen({ kind: 'remove', webhook })}
          />
        ))}
      <WebhookDialogs open={open} onClose={() => setOpen(null)} />
    </div>
  )
}

function AddButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="primary" icon={<Plus aria-hidden size={16} strokeWidth={1.75} />} onPress={onPress}>
      Add webhook
    </Button>
  )
}

/** The confirmation dialogs stay mounted: they show the result of the request that they started. */
function WebhookDialogs({ open, onClose }: { open: OpenDialog; onClose: () => void }) {
  return (
    <>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <WebhookDialog webhook={open.kind === 'edit' ? open.webhook : undefined} onClose={onClose} />
      )}
      <RotateSecretDialog webhook={open?.kind === 'rotate' ? open.webhook : null} onClose={onClose} />
      <RemoveWebhookDialog webhook={open?.kind === 'remove' ? open.webhook : null} onClose={onClose} />
    </>
  )
}
