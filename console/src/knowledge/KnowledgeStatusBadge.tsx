import type { KnowledgeStatus } from '@aichat/contracts/ai/knowledge'
import { Badge, type Tone } from '../ui/Badge.tsx'

/** Pending and embedded have their own colors; every other status is gray. */
function getTone(status: KnowledgeStatus): Tone {
  if (status === 'embedded') return 'ok'
  return status === 'pending' ? 'warn' : 'neutral'
}

export function KnowledgeStatusBadge({ status }: { status: KnowledgeStatus }) {
  return <Badge tone={getTone(status)}>{status}</Badge>
}
