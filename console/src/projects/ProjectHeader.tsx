import type { Project } from '@aichat/contracts/company/projects'
import { Ellipsis, Pencil, Rocket, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { phoneQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'
import { paths, publishPath } from '../paths.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/overlay/Menu.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { DeleteProjectDialog } from './DeleteProjectDialog.tsx'
import { ProjectDrawer } from './ProjectDrawer.tsx'
import { getPublication } from './publication.ts'
import { publishTooltip } from './publish-tooltip.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { UnpublishedBadge } from './UnpublishedBadge.tsx'

type Props = {
  project: Project
  /** Beside the other actions. */
  action: ReactNode
  onDelete: () => void
}

export function ProjectHeader({ project, action, onDelete }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [isConfirmingDelete, setConfirmingDelete] = useState(false)
  return (
    <div className="page-bar shrink-0 bg-surface pt-3">
      <BackLink to={paths.projects}>Projects</BackLink>
      <div className="flex items-center gap-x-2 gap-y-2 py-1">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
          <PageTitle title={project.name} className="truncate">
            {project.name}
          </PageTitle>
          <span className="flex items-center gap-1">
            <StatusBadge project={project} />
            <UnpublishedBadge project={project} />
          </span>
        </div>
        {action}
        <HeaderActions
          project={project}
          onEdit={() => setEditing(true)}
          onDelete={() => setConfirmingDelete(true)}
        />
      </div>
      <ProjectDrawer
        isOpen={isEditing}
        project={project}
        onClose={() => setEditing(false)}
        onSaved={() => setEditing(false)}
      />
      <DeleteProjectDialog
        project={isConfirmingDelete ? project : null}
        onCancel={() => setConfirmingDelete(false)}
        onConfirm={() => {
          setConfirmingDelete(false)
          onDelete()
        }}
      />
    </div>
  )
}

type ActionsProps = { project: Project; onEdit: () => void; onDelete: () => void }

/** Three buttons; on phones a menu. */
function HeaderActions({ project, onEdit, onDelete }: ActionsProps) {
  const navigate = useNavigate()
  const publish = () => navigate(publishPath(project.id))
  const edit = <Pencil aria-hidden size={16} strokeWidth={1.75} />
  const rocket = <Rocket aria-hidden size={16} strokeWidth={1.75} />
  const bin = <Trash2 aria-hidden size={16} strokeWidth={1.75} />
  if (useMediaQuery(phoneQuery)) {
    return (
      <Menu
        label="More options"
        icon={<Ellipsis aria-hidden strokeWidth={1.75} />}
        choices={[
          { key: 'edit', label: 'Edit', icon: edit, onChoose: onEdit, permission: 'projects.manage' },
          { key: 'publish', label: 'Publish', icon: rocket, onChoose: publish },
          {
            key: 'delete',
            label: 'Delete',
            icon: bin,
            onChoose: onDelete,
            isDanger: true,
            permission: 'projects.delete',
          },
        ]}
      />
    )
  }
  return (
    <div className="flex gap-2">
      <Button icon={edit} permission="projects.manage" onPress={onEdit}>
        Edit
      </Button>
      <Tooltip text={publishTooltip(project)}>
        <Button
          variant={getPublication(project) === 'live' ? 'secondary' : 'primary'}
          icon={rocket}
          onPress={publish}
        >
          Publish
        </Button>
      </Tooltip>
      <Button variant="danger-ghost" permission="projects.delete" icon={bin} onPress={onDelete}>
        Delete
      </Button>
    </div>
  )
}
