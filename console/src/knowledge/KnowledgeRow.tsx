import { type KnowledgeItem, knowledgeLimits } from '@aichat/contracts/knowledge'
import { FileText, Globe, Trash2, Type } from 'lucide-react'
import { cut, hostOf } from '../kit/words.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'
import { KnowledgeStatusBadge } from './KnowledgeStatusBadge.tsx'
import { useEmbedKnowledge } from './queries.ts'

const icons = { manual: Type, url: Globe, file: FileText }

type Props = {
  projectId: string
  item: KnowledgeItem
  hasRemoveFailed: boolean
  isEmbeddingAll: boolean
  onRemove: () => void
  onRetryRemove: () => void
}

export function KnowledgeRow(props: Props) {
  const { projectId, item, hasRemoveFailed, isEmbeddingAll, onRemove, onRetryRemove } = props
  const embed = useEmbedKnowledge(projectId)
  const Icon = icons[item.type]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 self-start text-muted" />
      <div className="min-w-0 flex-[1_1_160px]">
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-body">
          {preview(item)}
        </p>
        {item.error && <p className="mt-0.5 text-small text-bad">{item.error}</p>}
      </div>
      <div className="ms-auto flex items-center gap-1">
        <KnowledgeStatusBadge status={item.status} />
        {embed.isError && <RetryButton onPress={() => embed.mutate(item.id)} />}
        {item.status !== 'embedded' && (
          <Button
            size="compact"
            isBusy={embed.isPending || isEmbeddingAll}
            onPress={() => embed.mutate(item.id)}
            className="ms-1"
          >
            Mark Embedded
          </Button>
        )}
        {hasRemoveFailed && <RetryButton onPress={onRetryRemove} />}
        <IconButton label="Remove" tone="danger" onPress={onRemove}>
          <Trash2 aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
    </li>
  )
}

function preview(item: KnowledgeItem): string {
  if (item.type === 'manual') return cut(item.rawText ?? item.title, knowledgeLimits.preview)
  return item.type === 'url' ? hostOf(item.sourceUrl ?? item.title) : (item.fileName ?? item.title)
}
