import type { Source } from '@aichat/contracts/ai/sources'
import { FileArchive, Globe } from 'lucide-react'
import { stripScheme } from '../kit/format/format.ts'
import { formatCount } from '../kit/format/format-count.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { describeRun, isReading } from './describe-run.ts'
import { RunButtons } from './RunButtons.tsx'
import { RunNotes } from './RunNotes.tsx'
import { RunProgress } from './RunProgress.tsx'

type Props = { projectId: string; source: Source; onOpen: () => void }

export function SourceRow({ projectId, source, onOpen }: Props) {
  const { kind, name, config, pages, lastRun } = source
  const Icon = kind === 'site' ? Globe : FileArchive
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 self-start text-muted" />
      <div className="min-w-0 flex-[1_1_200px]">
        <p dir="auto" className="font-strong wrap-anywhere">
          {name}
        </p>
        {config && stripScheme(config.url) !== name && (
          <p className="wrap-anywhere text-ink-2">{stripScheme(config.url)}</p>
        )}
        <p className="mt-0.5 text-ink-2">
          {pages.used - pages.pending} of {formatCount(pages.total, 'page')} used
          {pages.pending > 0 && ` · ${pages.pending} being added`}
          {lastRun &&
            !isReading(source) &&
            ` · Last ${lastRun.reason === 'upload' ? 'upload' : 'check'}: ${describeRun(lastRun)}`}
        </p>
        {lastRun && isReading(source) && <RunProgress run={lastRun} />}
        {lastRun && <RunNotes notes={lastRun.notes} />}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
        {pages.new > 0 && !isReading(source) && <Badge tone="accent">{pages.new} to review</Badge>}
        <RunButtons projectId={projectId} source={source} />
        <Button size="compact" label={`Review ${name}`} onPress={onOpen}>
          Review
        </Button>
      </div>
    </li>
  )
}
