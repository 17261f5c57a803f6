import { type Source, type SourcePage, sourceSentences } from '@aichat/contracts/ai/sources'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../kit/format/format-count.ts'
import { errorMessage } from '../../kit/http/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toasts.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { isReading } from '../describe-run.ts'
import { useChangePages, useRunAction, useSourcePages, useSources } from '../queries.ts'
import { RunProgress } from '../RunProgress.tsx'
import { findWebsite, toHost } from '../website.ts'
import { PageChoice } from './PageChoice.tsx'
import { WebsiteFailure } from './WebsiteFailure.tsx'

type Props = {
  projectId: string
  url: string
  /** Why reading did not start. */
  reason: string | null
  onRetry: (source: Source | null) => void
  onAddText: () => void
  onClose: () => void
}

/** Reads the first pages of a project's website and adds them to the knowledge, without those that are deselected. */
export function WebsiteDialog({ projectId, url, reason, onRetry, onAddText, onClose }: Props) {
  const source = findWebsite(useSources(projectId).data ?? [], url)
  const { data: pages, error, refetch, isPlaceholderData } = useSourcePages(projectId, source)
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const isRunning = source !== null && isReading(source)
  const offered = pages?.filter(({ itemId, isIgnored }) => itemId === null && !isIgnored) ?? []
  const isComplete =
    source !== null && source.lastRun !== null && !isRunning && pages !== undefined && !isPlaceholderData
  const hasFailed = reason !== null || (isComplete && pages.length === 0)

  return (
    <Dialog
      title={`Read ${toHost(url)}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button className="me-auto" variant="ghost" permission="knowledge.edit" onPress={onAddText}>
            Add text or files
          </Button>
          {hasFailed ? (
            <Button variant="primary" permission="knowledge.edit" onPress={() => onRetry(source)}>
              Try again
            </Button>
          ) : (
            <UseButton
              place={{ projectId, sourceId: source?.id ?? '' }}
              offered={offered}
              excluded={excluded}
              isBlocked={!isComplete}
              onDone={onClose}
            />
          )}
        </>
      }
    >
      {/* A dialog that grows with its list would move its buttons. */}
      <div className={clsx('flex flex-col gap-3', !hasFailed && '-mx-5 h-[58dvh] overflow-y-auto px-5')}>
        {hasFailed && <WebsiteFailure projectId={projectId} url={url} source={source} reason={reason} />}
        {!hasFailed && !source?.lastRun && <Skeleton className="h-24 w-full" />}
        {isRunning && source.lastRun && (
          <div>
            <div className="flex items-start justify-between gap-3">
              <RunProgress run={source.lastRun} />
              <StopButton projectId={projectId} source={source} />
            </div>
            <p className="pt-1 text-ink-2">You can use the pages when all are read, or press Stop.</p>
          </div>
        )}
        {error && <ErrorCard message={sourceSentences.loadPagesFailed} onRetry={refetch} />}
        {offered.length > 0 && (
          <>
            <p className="text-ink-2">Choose the pages that your AI assistant may answer from.</p>
            <PageChoice pages={offered} excluded={excluded} onChange={setExcluded} />
          </>
        )}
        {isComplete && pages.length > 0 && offered.length === 0 && (
          <p>All pages of your website are added or ignored. You can review them under Knowledge.</p>
        )}
        {!isRunning && offered.length > 0 && <LeftOut source={source} />}
      </div>
    </Dialog>
  )
}

/** What was not read. The source's settings are changed under Knowledge. */
function LeftOut({ source }: { source: Source | null }): ReactNode {
  const { isLimited, counts } = source?.lastRun ?? { isLimited: false, counts: { failed: 0 } }
  const notes = [
    counts.failed > 0 && `${formatCount(counts.failed, 'page')} couldn't be read.`,
    isLimited &&
      `Only the first ${source?.limits.maxPages} pages were read. You can read more of your website later, under Knowledge.`,
  ].filter(Boolean)
  return notes.length > 0 && <p className="text-ink-2">{notes.join(' ')}</p>
}

function StopButton({ projectId, source }: { projectId: string; source: Source }) {
  const action = useRunAction({ projectId, sourceId: source.id })
  return (
    <Button
      size="compact"
      permission="knowledge.edit"
      isBusy={action.isPending}
      onPress={() =>
        action.mutate(
          { kind: 'stop', runId: source.lastRun?.id ?? '' },
          { onError: (error) => toast(errorMessage(error, sourceSentences.stopFailed), { tone: 'bad' }) },
        )
      }
    >
      Stop
    </Button>
  )
}

type UseButtonProps = {
  place: { projectId: string; sourceId: string }
  offered: SourcePage[]
  excluded: ReadonlySet<string>
  isBlocked: boolean
  onDone: () => void
}

/** Pages that are deselected are ignored: they are not offered again. */
function UseButton({ place, offered, excluded, isBlocked, onDone }: UseButtonProps) {
  const embed = useChangePages(place)
  const ignore = useChangePages(place)
  const pageIds = offered.flatMap(({ id }) => (excluded.has(id) ? [] : id))
  const ignoredIds = offered.flatMap(({ id }) => (excluded.has(id) ? id : []))

  async function use() {
    try {
      await embed.mutateAsync({ action: 'embed', pageIds })
      await ignore.mutateAsync({ action: 'ignore', pageIds: ignoredIds })
      onDone()
    } catch (error) {
      toast(errorMessage(error, sourceSentences.embedFailed), { tone: 'bad' })
    }
  }

  return (
    <Button
      variant="primary"
      permission="knowledge.edit"
      isBusy={embed.isPending || ignore.isPending}
      isBlocked={isBlocked || pageIds.length === 0}
      onPress={use}
    >
      {ignoredIds.length === 0 ? 'Use these pages' : `Use ${formatCount(pageIds.length, 'page')}`}
    </Button>
  )
}
