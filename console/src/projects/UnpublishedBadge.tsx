import type { Project } from '@aichat/contracts/projects'
import { CircleDot } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { getPublication } from './publication.ts'

/** Beside the status of a live project whose visitors do not see the draft yet. */
export function UnpublishedBadge({ project }: { project: Project }) {
  if (getPublication(project) !== 'changed') return null
  return (
    <Badge tone="warn" icon={<CircleDot aria-hidden size={12} />}>
      Unpublished changes
    </Badge>
  )
}
