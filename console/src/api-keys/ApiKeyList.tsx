import { type ApiKey, apiKeySentences } from '@aichat/contracts/company/api-keys'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { useDelayedLoading } from '../ui/feedback/use-delayed-loading.ts'
import { LastUsed } from '../ui/LastUsed.tsx'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { useApiKeys, useRevokeApiKey } from './queries.ts'

const ApiKeyDialog = lazyOverlay(() => import('./ApiKeyDialog.tsx').then((file) => file.ApiKeyDialog))

/** The API keys of the company. */
export function ApiKeyList() {
  const { data, error, refetch } = useApiKeys()
  const loading = useDelayedLoading(!data && !error)
  const revoke = useRevokeApiKey()
  const [isAdding, setAdding] = useState(false)
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null)
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
      onPress={() => setAdding(true)}
    >
      Create key
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-body text-ink-2">
          Use API keys to connect your own tools. A key can never access your team, settings or other keys.
        </p>
        {data && data.keys.length > 0 && add}
      </div>
      {loading === 'visible' && <Skeleton isImmediate className="h-40 w-full" />}
      {loading === 'done' && !data && (
        <ErrorCard message={errorMessage(error, apiKeySentences.loadFailed)} onRetry={refetch} />
      )}
      {loading === 'done' && data && (
        <div className="rounded-card border bg-surface">
          {data.keys.length === 0 ? (
            <EmptyState icon={KeyRound} title="No API keys yet" action={add}>
              Create one per integration so you can revoke them separately.
            </EmptyState>
          ) : (
            <ul aria-label="API keys" className="divide-y divide-line">
              {data.keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => setKeyToRevoke(key)} />
              ))}
            </ul>
          )}
        </div>
      )}
      {isAdding && <ApiKeyDialog onClose={() => setAdding(false)} />}
      <AlertDialog
        title="Revoke key"
        question={`Revoke “${keyToRevoke?.name}”? Integrations that use it will stop working. This action cannot be undone.`}
        confirmLabel="Revoke key"
        isOpen={keyToRevoke !== null}
        onCancel={() => setKeyToRevoke(null)}
        onConfirm={() => {
          setKeyToRevoke(null)
          if (!keyToRevoke) return
          revoke.mutate(keyToRevoke.id, {
            onSuccess: () => toast('Key revoked'),
            onError: (failure) => toast(errorMessage(failure, apiKeySentences.removeFailed), { tone: 'bad' }),
          })
        }}
      />
    </div>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, prefix, scopes, createdBy, createdAt, lastUsedAt } = apiKey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5 dense:py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-strong wrap-anywhere">{name}</p>
        <p className="text-muted">
          <span className="font-mono">{prefix}_…</span> · Created by {createdBy}{' '}
          <RelativeTime time={createdAt} variant="sentence" /> · <LastUsed at={lastUsedAt} />
        </p>
        <p className="mt-1.5 flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <Badge key={scope} tone="neutral">
              {scope}
            </Badge>
          ))}
        </p>
      </div>
      <Button variant="danger-ghost" size="compact" label={`Revoke ${name}`} onPress={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
