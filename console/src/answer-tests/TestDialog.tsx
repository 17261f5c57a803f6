import { type AnswerTestForm, answerTestLimits, answerTestSentences } from '@aichat/contracts/ai/answer-tests'
import { type ReactNode, useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { useUser } from '../kit/http/auth-storage.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { FormDialog } from '../ui/overlay/FormDialog.tsx'
import { type CitableItem, ExpectationFields } from './ExpectationFields.tsx'
import { OwnerFields } from './OwnerFields.tsx'
import { useSaveTest } from './queries.ts'
import { type TestDraft, toDraft, toTestForm, validatePhrases, validateTags } from './test-draft.ts'

type Props = {
  projectId: string
  /** Null for a new test. */
  testId: string | null
  form: AnswerTestForm
  items: readonly CitableItem[]
  /** Shown above the form. */
  context?: ReactNode
  onClose: () => void
  onSaved?: () => void
}

export function TestDialog(props: Props) {
  const { projectId, testId, form, items, context, onClose, onSaved = onClose } = props
  const save = useSaveTest(projectId, testId)
  const user = useUser()
  const [stored] = useState(() => toDraft(form, user?.id ?? null))
  const [draft, setDraft] = useState(stored)
  const edit = (change: Partial<TestDraft>) => setDraft({ ...draft, ...change })
  const phraseError = validatePhrases(draft)
  const tagError = validateTags(draft)
  const isBlank = draft.question.trim() === ''
  const isInvalid = isBlank || phraseError !== undefined || tagError !== undefined
  const isDirty = Object.entries(stored).some(([name, value]) => draft[name as keyof TestDraft] !== value)

  function submit() {
    if (isInvalid) return
    return save.mutateAsync(toTestForm(draft), { onSuccess: onSaved })
  }

  return (
    <FormDialog
      title={testId === null ? 'Add answer test' : 'Edit answer test'}
      submit="Save"
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      isBlocked={isInvalid}
      isDirty={isDirty && !save.isPending}
    >
      {save.error && <Notice>{errorMessage(save.error, answerTestSentences.saveFailed)}</Notice>}
      {context}
      <TextArea
        label="Question"
        isRequired
        rows={2}
        maxLength={answerTestLimits.question}
        value={draft.question}
        onChange={(event) => edit({ question: event.target.value })}
      />
      <ExpectationFields draft={draft} items={items} phraseError={phraseError} onEdit={edit} />
      <OwnerFields draft={draft} tagError={tagError} onEdit={edit} />
    </FormDialog>
  )
}
