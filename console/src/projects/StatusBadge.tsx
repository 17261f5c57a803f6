import type { Project } from '@aichat/contracts/company/projects'
import { Rocket } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { isLive } from './publication.ts'

type Props = {
  project: Project
  /** The Publish screen says Published instead of Live, as specified. */
  liveLabel?: 'Live' | 'Published'
}

export function StatusBadge({ project, liveLabel = 'Live' }: Props) {
  return isLive(project) ? (
    <Badge tone="ok" icon={<Rocket aria-hidden size={12} />}>
      {liveLabel}
    </Badge>
  ) : (
    <Badge tone="warn">Draft</Badge>
  )
}
