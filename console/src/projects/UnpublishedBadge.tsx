import type { Project } from '@aichat/contracts/company/projects'
import { Badge } from '../ui/Badge.tsx'
import { getPublication } from './publication.ts'

/** Beside the status of a live project whose visitors do not see the draft yet. */
export function UnpublishedBadge({ project }: { project: Project }) {
  return getPublication(project) === 'changed' ? <Badge tone="warn">Unpublished changes</Badge> : null
}
