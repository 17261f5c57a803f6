import type { PromptVersion } from '@aichat/contracts/ai/prompts'
import { ChevronRight } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'

type Props = {
  version: PromptVersion
  isCurrent: boolean
  isBusy: boolean
  onRestore: () => void
}

export function VersionRow({ version, isCurrent, isBusy, onRestore }: Props) {
  // Restoring a default version would mark the prompt as customized. Use "Reset to default" instead.
  const canRestore = !isCurrent && !version.isDefault
  const note = version.note || (version.isDefault ? 'Reset to default' : '')
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 list-none items-start gap-2 rounded-control py-2.5">
          <ChevronRight
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className="mt-0.5 shrink-0 text-muted group-open:rotate-90"
          />
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-strong">Version {version.version}</span>
              {isCurrent && <Badge tone="ok">Current</Badge>}
              <span className="wrap-anywhere text-ink-2">{version.createdBy ?? 'Former teammate'}</span>
            </span>
            {note && <span className="wrap-anywhere text-ink-2">{note}</span>}
          </span>
          <RelativeTime time={version.createdAt} className="shrink-0 text-ink-2 tabular-nums" />
        </summary>
        <div className="flex flex-col items-start gap-2.5 pb-3 md:ps-6">
          <p
            dir="auto"
            className="w-full rounded-control bg-sunken p-3 font-mono text-caption wrap-anywhere whitespace-pre-wrap"
          >
            {version.text}
          </p>
          {canRestore && (
            <Button size="compact" isBusy={isBusy} onPress={onRestore}>
              Restore
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}
