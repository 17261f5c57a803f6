import { type Prompt, promptLimits } from '@aichat/contracts/prompts'
import { useUser } from '../kit/auth-storage.ts'
import { paths } from '../paths.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { UnsavedChangesGuard } from '../ui/UnsavedChangesGuard.tsx'
import { canAdminister } from '../users/can-administer.ts'
import { EditorHeader } from './EditorHeader.tsx'
import { PromptTest } from './PromptTest.tsx'
import { PromptTextField } from './PromptTextField.tsx'
import { SaveBar } from './SaveBar.tsx'
import { usePromptDraft } from './use-prompt-draft.ts'
import { VersionHistory } from './VersionHistory.tsx'

type Props = { prompt: Prompt; isPhone: boolean }

export function PromptEditor({ prompt, isPhone }: Props) {
  const mayChange = canAdminister(useUser())
  const draft = usePromptDraft(prompt)
  return (
    <section aria-label={prompt.name} className="min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-220 flex-col gap-5 px-4 pt-4 pb-12 md:px-6">
        <div className="flex flex-col items-start gap-1">
          {isPhone && <BackLink to={paths.prompts}>Prompts</BackLink>}
          <EditorHeader prompt={prompt} isPhone={isPhone} />
        </div>
        {!mayChange && <Notice tone="info">Owners and Admins can change prompts.</Notice>}
        <PromptTextField
          text={draft.text}
          variables={prompt.variables}
          isReadOnly={!mayChange}
          onChange={draft.setText}
        />
        {mayChange && (
          <>
            <TextInput
              label="Change note"
              hint="Says in the history what you changed, and why."
              value={draft.note}
              maxLength={promptLimits.note}
              counted={draft.note.length}
              onChange={(event) => draft.setNote(event.target.value)}
            />
            <SaveBar prompt={prompt} draft={draft} />
            <PromptTest promptKey={prompt.key} text={draft.text} />
          </>
        )}
        <VersionHistory prompt={prompt} draft={mayChange ? draft : null} />
      </div>
      <UnsavedChangesGuard
        isDirty={draft.isChanged}
        question="Your changes to this prompt are not saved."
        onDiscard={draft.discard}
      />
    </section>
  )
}
