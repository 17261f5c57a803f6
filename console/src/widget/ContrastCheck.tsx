import { Check, TriangleAlert } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { contrastRatio, describeContrast, findReadableShade } from './contrast.ts'

type Props = { font: string; background: string; onFix: (background: string) => void }

/** How well the font reads on a colour, and the nearest shade on which it does. */
export function ContrastCheck({ font, background, onFix }: Props) {
  const ratio = contrastRatio(font, background)
  if (ratio === null) return null
  const { words, isEasy } = describeContrast(ratio)
  const Icon = isEasy ? Check : TriangleAlert
  const shade = isEasy ? null : findReadableShade(background, font)
  return (
    <div className="-mt-2 flex min-h-7 items-center justify-between gap-3 text-small">
      <p className={`flex items-center gap-1.5 ${isEasy ? 'text-ok' : 'text-warn'}`}>
        <Icon aria-hidden size={14} className="shrink-0" />
        <span>
          {ratio.toFixed(1)}:1 {words}
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
