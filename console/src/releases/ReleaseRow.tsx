import type { Release } from '@aichat/contracts/ai/releases'
import type { WidgetContent } from '@aichat/contracts/widget/widget'
import { ChevronRight, History } from 'lucide-react'
import { formatDateTime } from '../kit/format/format.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { useReleaseDifference } from './answer-queries.ts'
import { countChanges } from './count-changes.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { diffConfigs } from './diff-configs.ts'

type Props = {
  projectId: string
  release: Release
  isLive: boolean
  draft: WidgetContent | undefined
  isRestoring: boolean
  onRestore: () => void
}

/** A release, and the changes that restoring it makes to the draft. */
export function ReleaseRow({ projectId, release, isLive, draft, isRestoring, onRestore }: Props) {
  const { number, createdAt, createdBy, config, hasAnswers } = release
  const changes = draft ? diffConfigs(draft, config) : []
  const isSameDesign = draft !== undefined && changes.length === 0
  const { data: difference } = useReleaseDifference(projectId, number, isSameDesign && hasAnswers)
  const answerCount = difference?.totalAnswers ?? 0
  const isSame = isSameDesign && answerCount === 0 && (difference !== undefined || !hasAnswers)
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex items-center gap-2 font-strong">
            Release {number} {isLive && <Badge tone="ok">Live</Badge>}
          </p>
          <p className="text-ink-2 wrap-anywhere">
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> ·{' '}
            {createdBy?.name ?? 'Former teammate'}
          </p>
        </div>
        <Button
          size="compact"
          label={`Restore release ${number}`}
          permission="projects.publish"
          icon={<History aria-hidden size={16} strokeWidth={1.75} />}
          isBusy={isRestoring}
          isBlocked={!draft || isSame || (isSameDesign && hasAnswers && !difference)}
          onPress={onRestore}
        >
          Restore
        </Button>
      </div>
      {isSame && <p className="text-muted">Same as your draft</p>}
      {isSameDesign && answerCount > 0 && (
        <p className="text-muted">Same design, {countChanges(answerCount)} to answers</p>
      )}
      {!hasAnswers && (
        <p className="text-muted">
          Published before answers were stored with releases. Restoring it brings back the design only.
        </p>
      )}
      {changes.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-7 cursor-pointer list-none items-center gap-1 rounded-control font-strong text-accent-text touch:min-h-11 [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden size={16} className="transition-transform group-open:rotate-90" />
            {changes.length === 1 ? '1 difference' : `${changes.length} differences`} from your draft
          </summary>
          <div className="mt-2 flex flex-col gap-2">
            <p className="text-muted">Restoring this release changes your draft:</p>
            <DifferenceList differences={changes} />
          </div>
        </details>
      )}
    </li>
  )
}
