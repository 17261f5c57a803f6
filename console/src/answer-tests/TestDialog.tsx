import { type AnswerTestForm, answerTestLimits, answerTestSentences } from '@aichat/contracts/answer-tests'
import { useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { useSaveTest } from './queries.ts'

export type CitableItem = { id: string; title: string }

type Props = {
  projectId: string
  /** Null for a new test. */
  testId: string | null
  form: AnswerTestForm
  items: readonly CitableItem[]
  onClose: () => void
  onSaved?: () => void
}

const noItem = ''

export function TestDialog({ projectId, testId, form: stored, items, onClose, onSaved = onClose }: Props) {
  const save = useSaveTest(projectId, testId)
  const [question, setQuestion] = useState(stored.question)
  const [phrases, setPhrases] = useState(stored.mustContain.join('\n'))
  const [cited, setCited] = useState(stored.mustCite ?? noItem)
  const [mustHandOver, setHandOver] = useState(stored.mustHandOver)
  const list = phrases
    .split('\n')
    .map((phrase) => phrase.trim())
    .filter(Boolean)
  const error = validatePhrases(list)
  const isBlank = question.trim() === ''
  const isDirty =
    question !== stored.question ||
    phrases !== stored.mustContain.join('\n') ||
    cited !== (stored.mustCite ?? noItem) ||
    mustHandOver !== stored.mustHandOver

  function submit() {
    if (isBlank || (error && !mustHandOver)) return
    const expectations = mustHandOver
      ? { mustContain: [], mustCite: null }
      : { mustContain: list, mustCite: cited === noItem ? null : cited }
    return save.mutateAsync({ question, mustHandOver, ...expectations }, { onSuccess: onSaved })
  }

  return (
    <FormDialog
      title={testId === null ? 'Add answer test' : 'Edit answer test'}
      submit="Save"
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      isBlocked={isBlank || (error !== undefined && !mustHandOver)}
      isDirty={isDirty && !save.isPending}
    >
      {save.error && <Notice>{errorMessage(save.error, answerTestSentences.saveFailed)}</Notice>}
      <TextArea
        label="Question"
        isRequired
        rows={2}
        maxLength={answerTestLimits.question}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <Switch isSelected={mustHandOver} onChange={setHandOver}>
        The AI must hand over to a person
      </Switch>
      {!mustHandOver && (
        <>
          <TextArea
            label="The answer must include"
            hint="One phrase per line, not case-sensitive. Leave empty to accept any answer."
            rows={3}
            value={phrases}
            error={error}
            onChange={(event) => setPhrases(event.target.value)}
          />
          <Select
            label="Must cite"
            value={cited}
            options={[
              { value: noItem, label: 'Any source' },
              ...items.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={setCited}
          />
        </>
      )}
    </FormDialog>
  )
}

function validatePhrases(list: readonly string[]): string | undefined {
  if (list.length > answerTestLimits.phrases) return answerTestSentences.manyPhrases
  return list.some((phrase) => phrase.length > answerTestLimits.phrase)
    ? `Use at most ${answerTestLimits.phrase} characters per phrase`
    : undefined
}
