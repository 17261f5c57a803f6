import { type PreChatField, preChatKeys, widgetLimits } from '@aichat/contracts/widget/widget'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Select } from '../ui/forms/Select.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { changeFieldKey } from './pre-chat-fields.ts'

const keyLabels: Record<PreChatField['key'], string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  custom: 'Custom',
}
const keys = preChatKeys.map((value) => ({ value, label: keyLabels[value] }))

type Props = {
  number: number
  isLast: boolean
  field: PreChatField
  error?: string
  onChange: (field: PreChatField) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function PreChatFieldRow({ number, isLast, field, error, onChange, onMove, onRemove }: Props) {
  return (
    <li>
      <fieldset className="flex flex-col gap-3 rounded-control border p-3">
        <legend className="sr-only">Field {number}</legend>
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
          <Select
            label="Type"
            value={field.key}
            options={keys}
            onChange={(key) => onChange(changeFieldKey(field, key))}
          />
          <TextInput
            label="Label"
            maxLength={widgetLimits.preChatLabel}
            value={field.label}
            error={error}
            onChange={(event) => onChange({ ...field, label: event.target.value })}
          />
        </div>
        <div className="flex items-center justify-between">
          <Switch
            side="start"
            isSelected={field.required}
            onChange={(required) => onChange({ ...field, required })}
          >
            Required
          </Switch>
          <div className="flex">
            <span data-move="up">
              <IconButton
                label={`Move field ${number} up`}
                isDisabled={number === 1}
                onPress={() => onMove(-1)}
              >
                <ArrowUp aria-hidden strokeWidth={1.75} />
              </IconButton>
            </span>
            <span data-move="down">
              <IconButton label={`Move field ${number} down`} isDisabled={isLast} onPress={() => onMove(1)}>
                <ArrowDown aria-hidden strokeWidth={1.75} />
              </IconButton>
            </span>
            <IconButton label={`Remove field ${number}`} tone="danger" onPress={onRemove}>
              <Trash2 aria-hidden strokeWidth={1.75} />
            </IconButton>
          </div>
        </div>
      </fieldset>
    </li>
  )
}
