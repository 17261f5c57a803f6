import { commonSentences } from '@aichat/contracts/common'
import { type Prompt, promptLimits } from '@aichat/contracts/prompts'
import { useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { PromptDraft } from './use-prompt-draft.ts'

type Props = { prompt: Prompt; draft: PromptDraft }

export function SaveBar({ prompt, draft }: Props) {
  const [isAsking, setAsking] = useState(false)
  const length = draft.text.trim().length
  const maySave = draft.isChanged && length > 0 && length <= promptLimits.text

  function confirmReset() {
    setAsking(false)
    draft.resetToDefault()
  }

  return (
    <div className="flex flex-col gap-3">
      {draft.error && <Notice>{errorMessage(draft.error, commonSentences.unexpected)}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          isBusy={draft.isSaving}
          isDisabled={!draft.isSaving && !maySave}
          onPress={draft.save}
        >
          Save
        </Button>
        {prompt.isCustom && (
          <Button isBusy={draft.isResetting} onPress={() => setAsking(true)}>
            Back to default
          </Button>
        )}
        {draft.isChanged && <p className="text-small text-muted">You have unsaved changes.</p>}
      </div>
      <AlertDialog
        title="Back to default"
        question={`${prompt.name} goes back to the text that ships with the product. Your own text stays in the version history.${
          draft.isChanged ? ' What you have not saved is lost.' : ''
        }`}
        confirmLabel="Back to default"
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={confirmReset}
      />
    </div>
  )
}
