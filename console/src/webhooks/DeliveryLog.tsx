import { type Delivery, type Webhook, webhookSentences } from '@aichat/contracts/company/webhooks'
import { RotateCw } from 'lucide-react'
import { formatDateTime } from '../kit/format/format.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { LoadMore } from '../ui/LoadMore.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { useDeliveries, useReplayDelivery } from './queries.ts'

const looks: Record<Delivery['status'], { tone: Tone; label: string }> = {
  delivered: { tone: 'ok', label: 'Delivered' },
  pending: { tone: 'warn', label: 'Pending' },
  failed: { tone: 'bad', label: 'Failed' },
}

/** The deliveries of the last 30 days with their results. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { data, error, refetch, ...next } = useDeliveries(webhook.id)
  const loading = useDelayedLoading(!data && !error)
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []
  if (loading === 'visible') return <Skeleton isImmediate className="h-24 w-full" />
  if (loading === 'delayed') return null
  if (!data) {
    return <ErrorCard message={errorMessage(error, webhookSentences.deliveriesFailed)} onRetry={refetch} />
  }
  if (deliveries.length === 0) {
    return <p className="text-body text-muted">No deliveries in the last 30 days.</p>
  }
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={`Deliveries to ${webhook.url}`} className="divide-y divide-line border-y">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
      <LoadMore query={next} size="compact" />
    </div>
  )
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { id, type, status, responseText, createdAt } = delivery
  const replay = useReplayDelivery(webhook.id)
  const { tone, label } = looks[status]
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span className="min-w-0 font-mono wrap-anywhere">{type}</span>
        <span className="ms-auto flex items-center gap-3">
          <RelativeTime time={createdAt} className="text-ink-2 tabular-nums" />
          <Button
            size="compact"
            variant="ghost"
            icon={<RotateCw aria-hidden size={14} strokeWidth={1.75} />}
            label={`Resend ${type}, ${label.toLowerCase()}, ${formatDateTime(createdAt)}`}
            isBusy={replay.isPending}
            isDisabled={!webhook.isEnabled}
            onPress={() =>
              replay.mutate(id, {
                onError: (failure) =>
                  toast(errorMessage(failure, webhookSentences.replayFailed), { tone: 'bad' }),
              })
            }
          >
            Resend
          </Button>
        </span>
      </div>
      <p className="text-muted">{describeOutcome(delivery)}</p>
      {responseText && (
        <pre className="max-h-24 overflow-auto rounded-control bg-sunken p-2 font-mono text-caption whitespace-pre-wrap wrap-anywhere">
          {responseText}
        </pre>
      )}
    </li>
  )
}

function describeOutcome({ attempts, responseCode, error, nextAttemptAt }: Delivery): string {
  const tries =
    attempts === 0 ? 'Not attempted yet' : `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  const next = attempts > 0 && nextAttemptAt ? `next attempt ${formatDateTime(nextAttemptAt)}` : null
  return [tries, responseCode && `HTTP ${responseCode}`, error, next].filter(Boolean).join(' · ')
}
