import { type Prompt, promptLimits } from '@aichat/contracts/ai/prompts'
import { paths } from '../paths.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { UnsavedChangesGuard } from '../ui/forms/UnsavedChangesGuard.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import { PromptTest } from './PromptTest.tsx'
import { PromptTextField } from './PromptTextField.tsx'
import { SaveBar } from './SaveBar.tsx'
import { usePromptDraft } from './use-prompt-draft.ts'
import { VersionHistory } from './VersionHistory.tsx'

type Props = { prompt: Prompt; isPhone: boolean }

export function PromptEditor({ prompt, isPhone }: Props) {
  const draft = usePromptDraft(prompt)
  return (
    <section aria-label={prompt.name} className="min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-220 flex-col gap-5 px-4 pt-4 pb-12 md:px-6">
        <div className="flex flex-col items-start gap-1">
          {isPhone && <BackLink to={paths.prompts}>Prompts</BackLink>}
          <EditorHeader prompt={prompt} isPhone={isPhone} />
        </div>
        <PromptTextField text={draft.text} variables={prompt.variables} onChange={draft.setText} />
        <TextInput
          label="Change note"
          hint="Shown in version history."
          value={draft.note}
          maxLength={promptLimits.note}
          counted={draft.note.length}
          onChange={(event) => draft.setNote(event.target.value)}
        />
        <SaveBar prompt={prompt} draft={draft} />
        <PromptTest promptKey={prompt.key} text={draft.text} />
        <VersionHistory prompt={prompt} draft={draft} />
      </div>
      <UnsavedChangesGuard
        isDirty={draft.isChanged}
        question="You have unsaved changes to this prompt."
        onDiscard={draft.discard}
      />
    </section>
  )
}
