import { Field } from './Field.tsx'

type Props = {
  label: string
  value: string
  error?: string
  hint?: string
  /** Colours to choose at one press. */
  presets?: readonly string[]
  onChange: (value: string) => void
}

/** Hex text beside the platform's own colour picker. */
export function ColorField({ label, value, error, hint, presets, onChange }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(described) => (
        <>
          <div className="flex gap-2">
            <input
              type="color"
              aria-label={`Pick: ${label}`}
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
          {presets && <Presets label={label} presets={presets} value={value} onChoose={onChange} />}
        </>
      )}
    </Field>
  )
}

type PresetsProps = {
  label: string
  presets: readonly string[]
  value: string
  onChoose: (color: string) => void
}

function Presets({ label, presets, value, onChoose }: PresetsProps) {
  return (
    <fieldset aria-label={`Presets: ${label}`} className="flex flex-wrap gap-1">
      {presets.map((color) => (
        <button
          key={color}
          type="button"
          aria-label={`Use ${color}`}
          aria-pressed={sixDigits(value) === color}
          onClick={() => onChoose(color)}
          className="flex size-7 items-center justify-center rounded-control border border-transparent aria-pressed:border-accent touch:size-9"
        >
          <span className="size-5 rounded-badge border border-control" style={{ background: color }} />
        </button>
      ))}
    </fieldset>
  )
}

/** The picker knows only six digits. Anything it cannot show becomes black. */
function sixDigits(color: string) {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toLowerCase()
  return /^#[0-9a-f]{6}/i.test(color) ? color.slice(0, 7).toLowerCase() : '#000000'
}
