import { Check, TriangleAlert } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { type ContrastPurpose, contrastRatio, describeContrast, findReadableShade } from './contrast.ts'

type Props = {
  font: string
  background: string
  purpose: ContrastPurpose
  onFix: (background: string) => void
}

/** The contrast of the font on a color, and a button that switches to a readable shade. */
export function ContrastCheck({ font, background, purpose, onFix }: Props) {
  const ratio = contrastRatio(font, background)
  if (ratio === null) return null
  const { label, isReadable } = describeContrast(ratio, purpose)
  const Icon = isReadable ? Check : TriangleAlert
  const shade = isReadable ? null : findReadableShade(background, font, purpose)
  return (
    <div className="-mt-2 flex min-h-7 items-center justify-between gap-3">
      <p className={`flex items-center gap-1.5 ${isReadable ? 'text-ok' : 'text-warn'}`}>
        <Icon aria-hidden size={14} className="shrink-0" />
        <span>
          {ratio.toFixed(1)}:1 {label}
        </span>
      </p>
      {shade && (
        <Button
          size="compact"
          label={`Fix: use ${shade}`}
          icon={
            <span className="size-3.5 rounded-badge border border-control" style={{ background: shade }} />
          }
          onPress={() => onFix(shade)}
        >
          Fix
        </Button>
      )}
    </div>
  )
}
