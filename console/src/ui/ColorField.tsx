import { Field } from './Field.tsx'

type Props = {
  label: string
  value: string
  error?: string
  hint?: string
  onChange: (value: string) => void
}

/** Hex text beside the platform's own colour picker. */
export function ColorField({ label, value, error, hint, onChange }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(described) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label="Pick a colour"
            value={sixDigits(value)}
            onChange={(event) => onChange(event.target.value)}
            className="h-9 w-11 shrink-0 cursor-pointer rounded-control border border-control bg-surface p-1 max-md:h-10 touch:h-11"
          />
          <input
            {...described}
            value={value}
            onChange={(event) => onChange(event.target.value.trim())}
            spellCheck={false}
            autoComplete="off"
            maxLength={9}
            className="field font-mono"
          />
        </div>
      )}
    </Field>
  )
}

/** The picker knows only six digits. Anything it cannot show becomes black. */
function sixDigits(color: string) {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`
  return /^#[0-9a-f]{6}/i.test(color) ? color.slice(0, 7).toLowerCase() : '#000000'
}
