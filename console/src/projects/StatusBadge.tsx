import type { Project } from '@aichat/contracts/projects'
import { Radio } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'

export function StatusBadge({ project }: { project: Project }) {
  return project.isPublished ? (
    <Badge tone="ok" icon={<Radio aria-hidden size={12} />}>
      Live
    </Badge>
  ) : (
    <Badge tone="warn">Draft</Badge>
  )
}
