import { aiModelLimits } from '@aichat/contracts/ai/ai-model'
import type { ReactNode } from 'react'
import { Select } from '../ui/forms/Select.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import type { DraftErrors, ModelDraft } from './model-draft.ts'

type Props = {
  draft: ModelDraft
  errors: DraftErrors
  /** The models that the server lists; empty before they are loaded, and when it lists none. */
  names: string[]
  load: ReactNode
  onChange: (change: Partial<ModelDraft>) => void
}

/** The model and the embedding model, chosen from the server's list or typed. */
export function ModelNames({ draft, errors, names, load, onChange }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <ModelName
            label="Model"
            isRequired
            value={draft.model}
            names={names}
            error={errors.model}
            onChange={(model) => onChange({ model })}
          />
        </div>
        {load}
      </div>
      {draft.api !== 'anthropic' && (
        <ModelName
          label="Embedding model"
          hint="Also searches by meaning. Your knowledge is indexed again when you change it."
          value={draft.embeddingModel}
          names={names}
          error={errors.embeddingModel}
          onChange={(embeddingModel) => onChange({ embeddingModel })}
        />
      )}
    </>
  )
}

type NameProps = {
  label: string
  hint?: string
  isRequired?: boolean
  value: string
  names: string[]
  error?: string
  onChange: (name: string) => void
}

function ModelName({ label, hint, isRequired, value, names, error, onChange }: NameProps) {
  if (names.length === 0) {
    return (
      <TextInput
        label={label}
        hint={hint}
        isRequired={isRequired}
        autoComplete="off"
        spellCheck={false}
        maxLength={aiModelLimits.name}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  const known = value === '' || names.includes(value) ? names : [value, ...names]
  const none = { value: '', label: isRequired ? 'Choose a model' : 'None' }
  return (
    <Select
      label={label}
      hint={hint}
      error={error}
      isRequired={isRequired}
      value={value}
      options={[none, ...known.map((name) => ({ value: name, label: name }))]}
      onChange={onChange}
    />
  )
}
