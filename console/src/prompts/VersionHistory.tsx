import { commonSentences } from '@aichat/contracts/common'
import type { Prompt, PromptVersion } from '@aichat/contracts/prompts'
import { useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useVersions } from './queries.ts'
import type { PromptDraft } from './use-prompt-draft.ts'
import { VersionRow } from './VersionRow.tsx'

type Props = {
  prompt: Prompt
  /** Null where the prompt can only be read. */
  draft: PromptDraft | null
}

export function VersionHistory({ prompt, draft }: Props) {
  const { data, error, refetch } = useVersions(prompt.key)
  const [asked, setAsked] = useState<PromptVersion | null>(null)

  function restore(version: PromptVersion) {
    if (draft?.isChanged) setAsked(version)
    else draft?.restore(version)
  }

  function confirmRestore() {
    if (asked) draft?.restore(asked)
    setAsked(null)
  }

  return (
    <Card>
      <h2 className="text-title-s font-semibold">Version history</h2>
      {!data && !error && <Skeleton className="mt-3 h-24 w-full" />}
      {!data && error && (
        <ErrorCard message={errorMessage(error, commonSentences.unexpected)} onRetry={refetch} />
      )}
      {data?.versions.length === 0 && (
        <p className="mt-1 text-ink-2">No changes yet. This is the text that ships with the product.</p>
      )}
      {data && data.versions.length > 0 && (
        <ul aria-label="Versions" className="mt-2 divide-y divide-line">
          {data.versions.map((version) => (
            <VersionRow
              key={version.version}
              version={version}
              isCurrent={version.version === prompt.version}
              isBusy={draft?.isSaving ?? false}
              onRestore={draft && (() => restore(version))}
            />
          ))}
        </ul>
      )}
      <AlertDialog
        title="Restore version"
        question={`The text of version ${asked?.version} replaces what you have not saved.`}
        confirmLabel="Restore"
        isOpen={asked !== null}
        onCancel={() => setAsked(null)}
        onConfirm={confirmRestore}
      />
    </Card>
  )
}
