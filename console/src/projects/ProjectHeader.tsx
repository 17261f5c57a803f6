import type { Project } from '@aichat/contracts/projects'
import { Pencil, Rocket, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths, publishPath } from '../paths.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Button } from '../ui/Button.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { DeleteProjectDialog } from './DeleteProjectDialog.tsx'
import { ProjectDrawer } from './ProjectDrawer.tsx'
import { publishTip } from './publish-tip.ts'
import { StatusBadge } from './StatusBadge.tsx'

export function ProjectHeader({ project, onDelete }: { project: Project; onDelete: () => void }) {
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="shrink-0 bg-surface px-4 pt-3 md:px-6">
      <BackLink to={paths.projects}>Projects</BackLink>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-1">
        <div className="flex min-w-0 flex-[1_1_200px] items-center gap-2.5">
          <PageTitle title={project.name} className="truncate text-title-l font-semibold">
            {project.name}
          </PageTitle>
          <StatusBadge project={project} />
        </div>
        <div className="flex gap-2">
          <Button icon={<Pencil aria-hidden size={16} strokeWidth={1.75} />} onPress={() => setEditing(true)}>
            Edit
          </Button>
          <Tooltip text={publishTip(project)}>
            <Button
              look="primary"
              icon={<Rocket aria-hidden size={16} strokeWidth={1.75} />}
              onPress={() => navigate(publishPath(project.id))}
            >
              Publish
            </Button>
          </Tooltip>
          <Button
            look="danger-ghost"
            icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
            onPress={() => setAsking(true)}
          >
            Delete
          </Button>
        </div>
      </div>
      <ProjectDrawer
        isOpen={isEditing}
        project={project}
        onClose={() => setEditing(false)}
        onSaved={() => setEditing(false)}
      />
      <DeleteProjectDialog
        project={isAsking ? project : null}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onDelete()
        }}
      />
    </div>
  )
}
