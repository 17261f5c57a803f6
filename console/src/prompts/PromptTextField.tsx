import { type Prompt, promptLimits, promptSentences } from '@aichat/contracts/ai/prompts'
import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Counter } from '../ui/forms/Counter.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { VariableChips } from './VariableChips.tsx'
import { unknownVariables } from './variables.ts'

type Props = {
  text: string
  variables: Prompt['variables']
  onChange: (text: string) => void
}

export function PromptTextField({ text, variables, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const hasCursor = useRef(false)
  const unknown = unknownVariables(text, variables)

  function insert(name: string) {
    const field = area.current
    if (!field) return
    // An untouched field has its cursor at the start. Insert at the end instead.
    const [start, end] = hasCursor.current
      ? [field.selectionStart, field.selectionEnd]
      : [text.length, text.length]
    const before = `${text.slice(0, start)}{${name}}`
    // The field must contain the new text before the cursor can be placed in it.
    flushSync(() => onChange(before + text.slice(end)))
    field.focus()
    field.setSelectionRange(before.length, before.length)
  }

  return (
    <div className="flex flex-col gap-3">
      <VariableChips variables={variables} onInsert={insert} />
      <Field
        label="Prompt"
        error={validate(text)}
        aside={<Counter length={text.length} limit={promptLimits.text} />}
      >
        {(described) => (
          <textarea
            {...described}
            ref={area}
            value={text}
            spellCheck={false}
            dir="auto"
            rows={8}
            onFocus={() => {
              hasCursor.current = true
            }}
            onChange={(event) => onChange(event.target.value)}
            className="field field-sizing-content min-h-44 resize-y font-mono"
          />
        )}
      </Field>
      <div role="status" className="flex flex-col gap-1 empty:hidden">
        {unknown.map((name) => (
          <p key={name} className="flex items-start gap-1.5 text-warn">
            <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {`{${name}} is not a variable of this prompt. It will be sent as written.`}
            </span>
          </p>
        ))}
      </div>
    </div>
  )
}

function validate(text: string) {
  if (text.trim() === '') return promptSentences.text
  return text.trim().length > promptLimits.text ? promptSentences.longText : undefined
}
