import type { KnowledgeStage } from '@aichat/contracts/knowledge'
import { Spinner } from '../ui/Spinner.tsx'

const words = {
  waiting: 'Waiting…',
  fetching: 'Fetching…',
  reading: 'Reading…',
  indexing: 'Indexing…',
}

/** What is being done to an item right now. */
export function KnowledgeStageNote({ stage }: { stage: KnowledgeStage }) {
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-small text-ink-2">
      <Spinner size={14} />
      {words[stage ?? 'waiting']}
    </span>
  )
}
