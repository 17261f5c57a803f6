import type { KnowledgeStage } from '@aichat/contracts/ai/knowledge'
import { Spinner } from '../ui/feedback/Spinner.tsx'

const labels = {
  waiting: 'Queued…',
  fetching: 'Fetching…',
  reading: 'Reading…',
  indexing: 'Indexing…',
}

/** The current processing stage of an item. */
export function KnowledgeStageNote({ stage }: { stage: KnowledgeStage }) {
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-ink-2">
      <Spinner size={14} />
      {labels[stage ?? 'waiting']}
    </span>
  )
}
