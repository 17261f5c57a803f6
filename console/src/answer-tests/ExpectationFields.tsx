import { Select } from '../ui/forms/Select.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import type { Outcome, TestDraft } from './test-draft.ts'

export type CitableItem = { id: string; title: string }

const noItem = ''
const outcomes: { value: Outcome; label: string }[] = [
  { value: 'answer', label: 'Answer' },
  { value: 'suggestions', label: 'Suggest pages' },
  { value: 'handover', label: 'Hand over to a person' },
]

type Props = {
  draft: TestDraft
  items: readonly CitableItem[]
  phraseError: string | undefined
  onEdit: (change: Partial<TestDraft>) => void
}

/** What the AI must do with the question of a test. */
export function ExpectationFields({ draft, items, phraseError, onEdit }: Props) {
  const { outcome, phrases, cited } = draft
  return (
    <>
      <Select
        label="The AI assistant must"
        value={outcome}
        options={outcomes}
        onChange={(value) => onEdit({ outcome: value })}
      />
      {outcome === 'answer' && (
        <TextArea
          label="The answer must include"
          hint="One phrase per line, not case-sensitive. Leave empty to accept any answer."
          rows={3}
          value={phrases}
          error={phraseError}
          onChange={(event) => onEdit({ phrases: event.target.value })}
        />
      )}
      {outcome !== 'handover' && (
        <Select
          label={outcome === 'answer' ? 'Must cite' : 'Must suggest'}
          value={cited ?? noItem}
          options={[
            { value: noItem, label: outcome === 'answer' ? 'Any source' : 'Any page' },
            ...items.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(value) => onEdit({ cited: value === noItem ? null : value })}
        />
      )}
    </>
  )
}
