import { type Prompt, promptLimits } from '@aichat/contracts/ai/prompts'
import { commonSentences } from '@aichat/contracts/kit/common'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { AlertDialog } from '../ui/overlay/AlertDialog.tsx'
import type { PromptDraft } from './use-prompt-draft.ts'

type Props = { prompt: Prompt; draft: PromptDraft }

export function SaveBar({ prompt, draft }: Props) {
  const [isConfirmingReset, setConfirmingReset] = useState(false)
  const length = draft.text.trim().length
  const canSave = draft.isChanged && length > 0 && length <= promptLimits.text

  function confirmReset() {
    setConfirmingReset(false)
    draft.resetToDefault()
  }

  return (
    <div className="flex flex-col gap-3">
      {draft.error && <Notice>{errorMessage(draft.error, commonSentences.unexpected)}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          isBusy={draft.isSaving}
          isDisabled={!draft.isSaving && !canSave}
          onPress={draft.save}
        >
          Save
        </Button>
        {prompt.isCustom && (
          <Button isBusy={draft.isResetting} onPress={() => setConfirmingReset(true)}>
            Reset to default
          </Button>
        )}
        {draft.isChanged && <p className="text-muted">You have unsaved changes.</p>}
      </div>
      <AlertDialog
        title="Reset to default"
        question={`This replaces your text of ${prompt.name} with the default. Your text stays in version history.${
          draft.isChanged ? ' Unsaved changes are lost.' : ''
        }`}
        confirmLabel="Reset to default"
        isOpen={isConfirmingReset}
        onCancel={() => setConfirmingReset(false)}
        onConfirm={confirmReset}
      />
    </div>
  )
}
