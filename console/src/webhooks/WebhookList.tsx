import { type Webhook, webhookSentences } from '@aichat/contracts/webhooks'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toasts.ts'
import { useDelayedLoading } from '../ui/use-delayed-loading.ts'
import { useRemoveWebhook, useReplaceSecret, useWebhooks } from './queries.ts'
import { WebhookRow } from './WebhookRow.tsx'
import { WebhookSecret } from './WebhookSecret.tsx'

const WebhookDialog = lazy(() =>
  import('./WebhookDialog.tsx').then((file) => ({ default: file.WebhookDialog })),
)

/** Addresses that are told what happens. */
export function WebhookList() {
  const { data, error, refetch } = useWebhooks()
  const loading = useDelayedLoading(!data && !error)
  const remove = useRemoveWebhook()
  const replace = useReplaceSecret()
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Webhook | null>(null)
  const [leaving, setLeaving] = useState<Webhook | null>(null)
  const [replacing, setReplacing] = useState<Webhook | null>(null)
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
      onPress={() => setAdding(true)}
    >
      Add webhook
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-body text-ink-2">
          A webhook tells a program of yours what happens in your conversations. What does not arrive is sent
          again for about three days.
        </p>
        {data && data.webhooks.length > 0 && add}
      </div>
      {loading === 'shown' && <Skeleton className="h-40 w-full" />}
      {loading === 'done' && !data && (
        <ErrorCard message={errorMessage(error, webhookSentences.loadFailed)} onRetry={refetch} />
      )}
      {loading === 'done' && data?.webhooks.length === 0 && (
        <div className="rounded-card border bg-surface">
          <EmptyState icon={WebhookIcon} title="No webhooks yet" action={add}>
            Add an address of your own, and choose what it is told.
          </EmptyState>
        </div>
      )}
      {loading === 'done' &&
        data?.webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setEditing(webhook)}
            onReplace={() => setReplacing(webhook)}
            onRemove={() => setLeaving(webhook)}
          />
        ))}
      {(isAdding || editing) && (
        <Suspense>
          <WebhookDialog
            webhook={editing ?? undefined}
            onClose={() => {
              setAdding(false)
              setEditing(null)
            }}
          />
        </Suspense>
      )}
      {replace.data && <WebhookSecret secret={replace.data.secret} onClose={replace.reset} />}
      <AlertDialog
        title="Replace secret"
        question="Make a new signing secret? For 24 hours everything is signed with both, so that your program can change over."
        confirmLabel="Replace secret"
        isOpen={replacing !== null}
        onCancel={() => setReplacing(null)}
        onConfirm={() => {
          setReplacing(null)
          if (replacing)
            replace.mutate(replacing.id, {
              onError: (failure) =>
                toast(errorMessage(failure, webhookSentences.rotateFailed), { tone: 'bad' }),
            })
        }}
      />
      <AlertDialog
        title="Remove webhook"
        question={`Remove the webhook to ${leaving?.url}? Its log goes with it, and what has not been delivered is not.`}
        confirmLabel="Remove webhook"
        isOpen={leaving !== null}
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          setLeaving(null)
          if (leaving)
            remove.mutate(leaving.id, {
              onSuccess: () => toast('Webhook removed'),
              onError: (failure) =>
                toast(errorMessage(failure, webhookSentences.removeFailed), { tone: 'bad' }),
            })
        }}
      />
    </div>
  )
}
