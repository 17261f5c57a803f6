import type { Prompt, PromptVersion } from '@aichat/contracts/ai/prompts'
import { commonSentences } from '@aichat/contracts/kit/common'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import { useVersions } from './queries.ts'
import type { PromptDraft } from './use-prompt-draft.ts'
import { VersionRow } from './VersionRow.tsx'

type Props = {
  prompt: Prompt
  draft: PromptDraft
}

export function VersionHistory({ prompt, draft }: Props) {
  const { data, error, refetch } = useVersions(prompt.key)
  const [versionToRestore, setVersionToRestore] = useState<PromptVersion | null>(null)

  function restore(version: PromptVersion) {
    if (draft.isChanged) setVersionToRestore(version)
    else draft.restore(version)
  }

  function confirmRestore() {
    if (versionToRestore) draft.restore(versionToRestore)
    setVersionToRestore(null)
  }

  return (
    <Card>
      <h2 className="text-title">Version history</h2>
      {!data && !error && <Skeleton className="mt-3 h-24 w-full" />}
      {!data && error && (
        <ErrorCard message={errorMessage(error, commonSentences.unexpected)} onRetry={refetch} />
      )}
      {data?.versions.length === 0 && (
        <p className="mt-1 text-ink-2">No changes yet. You're using the default prompt.</p>
      )}
      {data && data.versions.length > 0 && (
        <ul aria-label="Versions" className="mt-2 divide-y divide-line">
          {data.versions.map((version) => (
            <VersionRow
              key={version.version}
              version={version}
              isCurrent={version.version === prompt.version}
              isBusy={draft.isSaving}
              onRestore={() => restore(version)}
            />
          ))}
        </ul>
      )}
      <AlertDialog
        title="Restore version"
        question={`Restoring version ${versionToRestore?.version} replaces your unsaved changes.`}
        confirmLabel="Restore"
        isOpen={versionToRestore !== null}
        onCancel={() => setVersionToRestore(null)}
        onConfirm={confirmRestore}
      />
    </Card>
  )
}
