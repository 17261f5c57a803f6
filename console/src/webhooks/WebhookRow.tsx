import { type Webhook, webhookSentences } from '@aichat/contracts/company/webhooks'
import { Ellipsis, KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '../kit/format/format.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { Switch } from '../ui/forms/Switch.tsx'
import { Menu } from '../ui/overlay/Menu.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { useTestWebhook, useUpdateWebhook } from './queries.ts'

const DeliveryLog = lazyPart(() => import('./DeliveryLog.tsx').then((file) => file.DeliveryLog))

type Props = { webhook: Webhook; onEdit: () => void; onRotate: () => void; onRemove: () => void }

const look = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

export function WebhookRow({ webhook, onEdit, onRotate, onRemove }: Props) {
  const { id, url, events, isEnabled, problem, failingSince, oldSecretUntil } = webhook
  const change = useUpdateWebhook(id)
  const test = useTestWebhook(id)
  const [isOpen, setOpen] = useState(false)
  const failed = (sentence: string) => (failure: unknown) =>
    void toast(errorMessage(failure, sentence), { tone: 'bad' })
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-mono text-body font-strong wrap-anywhere">{url}</h2>
          <p className="mt-1.5 flex flex-wrap gap-1">
            {events.map((event) => (
              <Badge key={event} tone="neutral">
                {event}
              </Badge>
            ))}
          </p>
        </div>
        <Switch
          label={`Send events to ${url}`}
          isSelected={isEnabled}
          isDisabled={change.isPending}
          onChange={(isOn) =>
            change.mutate({ url, events, isEnabled: isOn }, { onError: failed(webhookSentences.saveFailed) })
          }
        >
          {null}
        </Switch>
        <Menu
          label={`Options for ${url}`}
          icon={<Ellipsis aria-hidden strokeWidth={1.75} />}
          choices={[
            { key: 'edit', label: 'Edit', icon: <Pencil {...look} />, onChoose: onEdit },
            { key: 'secret', label: 'Rotate secret', icon: <KeyRound {...look} />, onChoose: onRotate },
            {
              key: 'remove',
              label: 'Remove',
              icon: <Trash2 {...look} />,
              onChoose: onRemove,
              isDanger: true,
            },
          ]}
        />
      </div>
      {problem && (
        <p className="rounded-control bg-bad-soft px-3 py-2 text-body text-bad">
          {webhookSentences[problem]}
        </p>
      )}
      {!problem && isEnabled && failingSince && (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-body text-warn">
          Deliveries have been failing since {formatDateTime(failingSince)}. The webhook is turned off after
          five days.
        </p>
      )}
      {oldSecretUntil && (
        <p className="text-muted">
          Also signed with the previous secret until {formatDateTime(oldSecretUntil)}.
        </p>
      )}
      <Backlog webhook={webhook} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="compact"
          icon={<Send {...look} />}
          isBusy={test.isPending}
          isDisabled={!isEnabled}
          onPress={() =>
            test.mutate(undefined, {
              onSuccess: () => setOpen(true),
              onError: failed(webhookSentences.testFailed),
            })
          }
        >
          Send test event
        </Button>
        <Button size="compact" isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide deliveries' : 'Show deliveries'}
        </Button>
        <span className="text-muted">
          Added <RelativeTime time={webhook.createdAt} variant="sentence" />
        </span>
      </div>
      {isOpen && <DeliveryLog webhook={webhook} />}
    </Card>
  )
}

function Backlog({ webhook: { pendingCount, oldestPendingAt } }: { webhook: Webhook }) {
  if (!oldestPendingAt) return null
  return (
    <p className="text-muted">
      {pendingCount === 1 ? '1 pending delivery, ' : `${pendingCount} pending deliveries, the oldest `}
      created <RelativeTime time={oldestPendingAt} variant="sentence" />
    </p>
  )
}
