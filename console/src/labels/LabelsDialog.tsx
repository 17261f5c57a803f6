import { commonSentences } from '@aichat/contracts/common'
import { type Label, labelLimits, labelTones } from '@aichat/contracts/labels'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useLabels, useRemoveLabel, useSaveLabel } from './queries.ts'

const toneNames = {
  neutral: 'Grey',
  accent: 'Blue',
  ok: 'Green',
  warn: 'Yellow',
  bad: 'Red',
  ai: 'Violet',
} as const
const tones = labelTones.map((value) => ({ value, label: toneNames[value] }))
const blank = { id: null as string | null, name: '', tone: 'neutral' as Label['tone'] }

export function LabelsDialog({ onClose }: { onClose: () => void }) {
  const { data: labels, isError, refetch } = useLabels()
  const save = useSaveLabel()
  const remove = useRemoveLabel()
  const [draft, setDraft] = useState(blank)
  const problem = save.error ?? remove.error

  function submit(event: FormEvent) {
    event.preventDefault()
    if (draft.name.trim() === '' || save.isPending) return
    save.mutate(draft, { onSuccess: () => setDraft(blank) })
  }

  return (
    <Dialog
      title="Labels"
      isOpen
      onClose={onClose}
      isDirty={draft.name.trim() !== ''}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{errorMessage(problem, commonSentences.unexpected)}</Notice>}
        {isError && <RetryButton onPress={refetch} />}
        <ul aria-label="Labels" className="flex flex-col divide-y divide-line">
          {labels?.map((label) => (
            <li key={label.id} className="flex items-center gap-2 py-1">
              <span className="min-w-0 flex-1">
                <Badge tone={label.tone}>{label.name}</Badge>
              </span>
              <IconButton label={`Edit ${label.name}`} onPress={() => setDraft(label)}>
                <Pencil aria-hidden strokeWidth={1.75} />
              </IconButton>
              <IconButton
                label={`Remove ${label.name}, from every conversation too`}
                tone="danger"
                isDisabled={remove.isPending}
                onPress={() => remove.mutate(label.id)}
              >
                <Trash2 aria-hidden strokeWidth={1.75} />
              </IconButton>
            </li>
          ))}
        </ul>
        {labels?.length === 0 && <p className="text-ink-2">No labels yet.</p>}
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <div className="min-w-40 flex-1">
            <TextInput
              label={draft.id ? 'New name' : 'Name'}
              maxLength={labelLimits.name}
              value={draft.name}
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            />
          </div>
          <Select
            label="Colour"
            value={draft.tone}
            options={tones}
            onChange={(tone) => setDraft({ ...draft, tone })}
          />
          <Button
            type="submit"
            variant="primary"
            isBusy={save.isPending}
            isDisabled={draft.name.trim() === ''}
          >
            {draft.id ? 'Save' : 'Add'}
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
