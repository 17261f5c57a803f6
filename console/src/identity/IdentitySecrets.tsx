import { type IdentitySecret, identityLimits, identitySentences } from '@aichat/contracts/widget/identity'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LastUsed } from '../ui/LastUsed.tsx'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { IdentitySecretDialog } from './IdentitySecretDialog.tsx'
import { useAddSecret, useRemoveSecret, useSecrets } from './queries.ts'

/** The secrets that sign visitor identities. Two may exist at a time, for rotation. */
export function IdentitySecrets({ projectId }: { projectId: string }) {
  const { data, isError, refetch } = useSecrets(projectId)
  const add = useAddSecret(projectId)
  const remove = useRemoveSecret(projectId)
  const [newSecret, setNewSecret] = useState<string>()
  const [secretToRemove, setSecretToRemove] = useState<IdentitySecret | null>(null)
  const [error, setError] = useState<string>()
  if (!data) {
    return isError ? <ErrorCard message={identitySentences.loadFailed} onRetry={refetch} /> : null
  }
  const { secrets } = data

  function create() {
    setError(undefined)
    add.mutate(undefined, {
      onSuccess: ({ secret }) => setNewSecret(secret),
      onError: (error) => setError(errorMessage(error, identitySentences.addFailed)),
    })
  }

  function removeSecret({ id }: IdentitySecret) {
    setSecretToRemove(null)
    setError(undefined)
    remove.mutate(id, {
      onError: (error) => setError(errorMessage(error, identitySentences.removeFailed)),
    })
  }

  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-title">Verified visitors</h2>
        <p className="mt-1 text-body text-ink-2">
          Sign your logged-in customers' identity on your server. Anyone with this secret can impersonate a
          customer.
        </p>
      </div>
      {secrets.length > 0 && (
        <ul aria-label="Secrets" className="flex flex-col divide-y border-y">
          {secrets.map((secret) => (
            <li key={secret.id} className="flex min-h-10 flex-wrap items-center justify-between gap-x-4">
              <span className="font-mono">is_…{secret.ending}</span>
              <span className="flex items-center gap-2 text-muted">
                <LastUsed at={secret.lastUsedAt} />
                <IconButton
                  label={`Remove the secret ending in ${secret.ending}`}
                  onPress={() => setSecretToRemove(secret)}
                >
                  <X aria-hidden strokeWidth={1.75} />
                </IconButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="text-body text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          isBusy={add.isPending}
          isDisabled={secrets.length >= identityLimits.secrets}
          icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
          onPress={create}
        >
          Create secret
        </Button>
        {secrets.length >= identityLimits.secrets && (
          <span className="text-muted">
            Both secrets work. Remove the older one once it is no longer used.
          </span>
        )}
      </div>
      {newSecret && <IdentitySecretDialog secret={newSecret} onClose={() => setNewSecret(undefined)} />}
      <AlertDialog
        title="Remove secret"
        question={`Remove the secret ending in ${secretToRemove?.ending}? Identities signed with it will no longer be verified.`}
        confirmLabel="Remove secret"
        isOpen={secretToRemove !== null}
        onCancel={() => setSecretToRemove(null)}
        onConfirm={() => secretToRemove && removeSecret(secretToRemove)}
      />
    </Card>
  )
}
