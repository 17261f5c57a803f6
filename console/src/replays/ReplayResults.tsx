import { type ReplayResult, type ReplayVerdict, replayVerdicts } from '@aichat/contracts/ai/replays'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { verdicts } from './describe-result.ts'
import { ReplayRow, type RowActions } from './ReplayRow.tsx'

const pageSize = 10

/** The questions whose answers change, filtered by verdict. */
export function ReplayResults({ results, actions }: { results: ReplayResult[]; actions: RowActions }) {
  const [verdict, setVerdict] = useState<ReplayVerdict | null>(null)
  const [maxRows, setMaxRows] = useState(pageSize)
  const present = replayVerdicts
    .map((one) => ({ one, count: results.filter((result) => result.verdict === one).length }))
    .filter(({ count }) => count > 0)
  // A later comparison may have no result with the chosen verdict.
  const chosen = present.some(({ one }) => one === verdict) ? verdict : null
  const shown = results.filter((result) => chosen === null || result.verdict === chosen)
  const hidden = shown.length - maxRows

  function choose(next: ReplayVerdict | null) {
    setVerdict(next)
    setMaxRows(pageSize)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend */}
      <div role="group" aria-label="Filter by result" className="mt-3 flex flex-wrap gap-1.5">
        <Chip isOn={chosen === null} label="All" count={results.length} onPress={() => choose(null)} />
        {present.map(({ one, count }) => (
          <Chip
            key={one}
            isOn={chosen === one}
            label={verdicts[one].label}
            count={count}
            onPress={() => choose(one)}
          />
        ))}
      </div>
      <ul aria-label="Changed answers" className="mt-1 divide-y divide-line">
        {shown.slice(0, maxRows).map((result) => (
          <ReplayRow key={result.id} result={result} actions={actions} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="compact" onPress={() => setMaxRows(maxRows + pageSize * 2)}>
          {`Show ${Math.min(hidden, pageSize * 2)} more`}
        </Button>
      )}
    </>
  )
}

type ChipProps = { isOn: boolean; label: string; count: number; onPress: () => void }

function Chip({ isOn, label, count, onPress }: ChipProps) {
  return (
    <Button
      size="compact"
      isPressed={isOn}
      onPress={onPress}
      className={isOn ? 'border-accent! bg-accent-soft! text-accent-text!' : undefined}
    >
      {`${label} (${count})`}
    </Button>
  )
}
