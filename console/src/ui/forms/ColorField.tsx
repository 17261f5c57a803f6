import { Field } from './Field.tsx'

type Props = {
  label: string
  value: string
  error?: string
  hint?: string
  /** Colors that one press selects. */
  presets?: readonly string[]
  onChange: (value: string) => void
}

/** A hex color field beside the browser's color picker. */
export function ColorField({ label, value, error, hint, presets, onChange }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(described) => (
        <>
          <div className="flex gap-2">
            <input
              type="color"
              aria-label={`${label} picker`}
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
          {presets && <Presets label={label} presets={presets} value={value} onSelect={onChange} />}
        </>
      )}
    </Field>
  )
}

type PresetsProps = {
  label: string
  presets: readonly string[]
  value: string
  onSelect: (color: string) => void
}

function Presets({ label, presets, value, onSelect }: PresetsProps) {
  return (
    <fieldset aria-label={`${label} presets`} className="flex flex-wrap gap-1">
      {presets.map((color) => (
        <button
          key={color}
          type="button"
          aria-label={`Use ${color}`}
          aria-pressed={sixDigits(value) === color}
          onClick={() => onSelect(color)}
          className="flex size-7 items-center justify-center rounded-control border border-transparent aria-pressed:border-accent touch:size-9"
        >
          <span className="size-5 rounded-badge border border-control" style={{ background: color }} />
        </button>
      ))}
    </fieldset>
  )
}

/** The color picker accepts six digits only. Anything else becomes black. */
function sixDigits(color: string) {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toLowerCase()
  return /^#[0-9a-f]{6}/i.test(color) ? color.slice(0, 7).toLowerCase() : '#000000'
}
