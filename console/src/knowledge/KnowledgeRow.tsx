import type { KnowledgeItem } from '@aichat/contracts/ai/knowledge'
import { CircleAlert, CloudDownload, FileText, Globe, Trash2, Type } from 'lucide-react'
import { formatDateTime } from '../kit/format/format.ts'
import { formatCount } from '../kit/format/format-count.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { textLink } from '../ui/text-link.ts'
import { describeItem } from './describe-item.ts'
import { KnowledgeStageNote } from './KnowledgeStageNote.tsx'
import { KnowledgeStatusBadge } from './KnowledgeStatusBadge.tsx'
import { LowReadNote } from './LowReadNote.tsx'
import { useEmbedKnowledge, useRefetchPage } from './queries.ts'
import { RefreshScheduleMenu } from './RefreshScheduleMenu.tsx'

const icons = { manual: Type, url: Globe, file: FileText }

type Props = {
  projectId: string
  item: KnowledgeItem
  liveNote: string | undefined
  /** How often the AI used it; null while that is loading, and for new items. */
  uses: string | null
  hasRemoveFailed: boolean
  isEmbeddingAll: boolean
  /** Null while items are not being selected. */
  isSelected: boolean | null
  onSelect: (isSelected: boolean) => void
  onOpen: () => void
  onRemove: () => void
  onRetryRemove: () => void
}

export function KnowledgeRow(props: Props) {
  const { projectId, item, hasRemoveFailed, isEmbeddingAll, isSelected, onSelect, onRemove, onRetryRemove } =
    props
  const embed = useEmbedKnowledge(projectId)
  const refetchPage = useRefetchPage(projectId)
  const isProcessing = item.stage !== null || embed.isPending || refetchPage.isPending
  // A later refresh, such as the scheduled one, has made up for the failure.
  const hasRefetchFailed = refetchPage.isError && Date.parse(item.fetchedAt ?? '') < refetchPage.submittedAt
  // A page of a website is refreshed with the website.
  const isRefreshable = item.type === 'url' && item.status === 'embedded' && item.sourceId === null
  const hasFailed = item.status === 'failed'
  const Icon = hasFailed ? CircleAlert : icons[item.type]
  const { title, preview, origin } = describeItem(item)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      {isSelected !== null && (
        <input
          type="checkbox"
          aria-label={`Select ${item.title}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
      )}
      <div className="flex min-w-0 flex-[1_1_188px] items-start gap-3">
        <Icon
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={`mt-0.5 shrink-0 ${hasFailed ? 'text-bad' : 'text-muted'}`}
        />
        <div className="min-w-0">
          <button
            type="button"
            dir="auto"
            onClick={props.onOpen}
            className="line-clamp-4 cursor-pointer text-start font-strong wrap-anywhere text-body hover:underline"
          >
            {title}
          </button>
          {preview && (
            <p dir="auto" className="line-clamp-2 wrap-anywhere text-ink-2">
              {preview}
            </p>
          )}
          <ItemFacts item={item} origin={origin} uses={props.uses} />
          {props.liveNote && <p className="mt-0.5 text-warn">{props.liveNote}</p>}
          {item.lowReadPercent !== null && (
            <LowReadNote projectId={projectId} item={item} percent={item.lowReadPercent} />
          )}
          {item.error && (
            <p className="mt-0.5 text-bad">
              {item.error}
              {item.failedAt && ` Last attempt: ${formatDateTime(item.failedAt)}.`}
              {item.status === 'embedded' && ' The previous version is still in use.'}{' '}
              {hasFailed && !isProcessing && !embed.isError && (
                <button type="button" className={textLink} onClick={() => embed.mutate(item.id)}>
                  Retry
                </button>
              )}
            </p>
          )}
        </div>
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1">
        {isProcessing && <KnowledgeStageNote stage={item.stage} />}
        {!item.isEnabled && <Badge tone="neutral">Disabled</Badge>}
        {item.questionLanguage && <Badge tone="neutral">{item.questionLanguage.toUpperCase()} only</Badge>}
        <KnowledgeStatusBadge status={item.status} />
        {item.status === 'pending' && !isProcessing && (
          <span className="text-ink-2">Not used by the AI assistant yet</span>
        )}
        {embed.isError && item.status !== 'embedded' && <RetryButton onPress={() => embed.mutate(item.id)} />}
        {item.status !== 'embedded' && (
          <Tooltip text="Not used by the AI assistant yet. Mark it once you’ve reviewed it.">
            <Button
              size="compact"
              isBusy={isProcessing || isEmbeddingAll}
              onPress={() => embed.mutate(item.id)}
              className="ms-1"
            >
              Mark Embedded
            </Button>
          </Tooltip>
        )}
        {isRefreshable && (
          <>
            {hasRefetchFailed && <RetryButton onPress={() => refetchPage.mutate(item.id)} />}
            <IconButton
              label="Refresh now"
              isDisabled={isProcessing}
              onPress={() => refetchPage.mutate(item.id)}
            >
              <CloudDownload aria-hidden strokeWidth={1.75} />
            </IconButton>
            <RefreshScheduleMenu projectId={projectId} item={item} />
          </>
        )}
        {hasRemoveFailed && <RetryButton onPress={onRetryRemove} />}
        <IconButton label="Remove" permission="knowledge.delete" tone="danger" onPress={onRemove}>
          <Trash2 aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
    </div>
  )
}

type FactsProps = { item: KnowledgeItem; origin: string | null; uses: string | null }

/** Where the text is from, when it was read, its size, and how often it was used. */
function ItemFacts({ item, origin, uses }: FactsProps) {
  const { type, fetchedAt, createdAt, refresh, characters, status } = item
  const time = type === 'url' && fetchedAt ? fetchedAt : createdAt
  return (
    <p className="mt-0.5 wrap-anywhere text-ink-2">
      {origin && (
        <>
          <span dir="auto">{origin}</span> ·{' '}
        </>
      )}
      {time === fetchedAt ? 'Read' : 'Added'} <RelativeTime variant="sentence" time={time} />
      {characters > 0 && ` · ${formatCount(characters, 'character')}`}
      {status === 'embedded' && uses && ` · ${uses}`}
      {refresh !== 'off' && ` · Refreshes ${refresh}`}
    </p>
  )
}
