import { type Label, labelLimits, labelTones } from '@aichat/contracts/chat/labels'
import { commonSentences } from '@aichat/contracts/kit/common'
import { Pencil, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useDeleteLabel, useLabels, useSaveLabel } from './queries.ts'

const toneNames = {
  neutral: 'Gray',
  accent: 'Blue',
  ok: 'Green',
  warn: 'Yellow',
  bad: 'Red',
  ai: 'Violet',
} as const
const toneOptions = labelTones.map((value) => ({ value, label: toneNames[value] }))

type LabelDraft = { id: string | null; name: string; tone: Label['tone'] }

const emptyDraft: LabelDraft = { id: null, name: '', tone: 'neutral' }

/** The labels of the company: a list, and a form to add or edit one. */
export function LabelsDialog({ onClose }: { onClose: () => void }) {
  const save = useSaveLabel()
  const remove = useDeleteLabel()
  const [draft, setDraft] = useState(emptyDraft)
  const error = save.error ?? remove.error

  /** Keeps text that was typed while the request was running. */
  function onSave() {
    return save.mutateAsync(draft, { onSuccess: () => setDraft((now) => (now === draft ? emptyDraft : now)) })
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
        {error && <Notice>{errorMessage(error, commonSentences.unexpected)}</Notice>}
        <LabelList
          isDeleting={remove.isPending}
          onEdit={setDraft}
          onDelete={(label) => remove.mutate(label.id)}
        />
        <LabelForm draft={draft} isSaving={save.isPending} onChange={setDraft} onSave={onSave} />
      </div>
    </Dialog>
  )
}

type LabelListProps = {
  isDeleting: boolean
  onEdit: (label: Label) => void
  onDelete: (label: Label) => void
}

function LabelList({ isDeleting, onEdit, onDelete }: LabelListProps) {
  const { data: labels, isError, refetch } = useLabels()
  return (
    <>
      {isError && <RetryButton onPress={refetch} />}
      <ul aria-label="Labels" className="flex flex-col divide-y divide-line">
        {labels?.map((label) => (
          <li key={label.id} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1">
              <Badge tone={label.tone}>{label.name}</Badge>
            </span>
            <IconButton label={`Edit ${label.name}`} onPress={() => onEdit(label)}>
              <Pencil aria-hidden strokeWidth={1.75} />
            </IconButton>
            <IconButton
              label={`Delete ${label.name} and remove it from all conversations`}
              tone="danger"
              isDisabled={isDeleting}
              onPress={() => onDelete(label)}
            >
              <Trash2 aria-hidden strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
      {labels?.length === 0 && (
        <EmptyState icon={Tag} title="No labels yet" isCompact>
          Use labels to group conversations, such as refunds or bugs.
        </EmptyState>
      )}
    </>
  )
}

type LabelFormProps = {
  draft: LabelDraft
  isSaving: boolean
  onChange: (draft: LabelDraft) => void
  onSave: () => unknown
}

function LabelForm({ draft, isSaving, onChange, onSave }: LabelFormProps) {
  const isEmpty = draft.name.trim() === ''

  return (
    <Form isBusy={isSaving} onSubmit={() => !isEmpty && onSave()} className="flex flex-wrap items-end gap-2">
      <div className="min-w-40 flex-1">
        <TextInput
          label={draft.id ? 'New name' : 'Name'}
          maxLength={labelLimits.name}
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      </div>
      <Select
        label="Color"
        value={draft.tone}
        options={toneOptions}
        onChange={(tone) => onChange({ ...draft, tone })}
      />
      <Button type="submit" variant="primary" isBusy={isSaving} isDisabled={isEmpty}>
        {draft.id ? 'Save' : 'Add'}
      </Button>
    </Form>
  )
}
