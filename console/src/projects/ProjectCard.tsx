import { type Project, projectSentences } from '@aichat/contracts/company/projects'
import { Eye, LayoutTemplate, Pencil, Rocket, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { phoneQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'
import { stripScheme, truncateMiddle } from '../kit/format/format.ts'
import { usePermission } from '../kit/permissions.ts'
import { customizePath, projectDetailsPath, publishPath } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { CopyIcon } from '../ui/CopyIcon.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { lazyPart } from '../ui/feedback/lazy-part.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { EditDeleteMenu } from '../ui/overlay/EditDeleteMenu.tsx'
import { textLink } from '../ui/text-link.ts'
import { ProjectIcon } from './ProjectIcon.tsx'
import { isLive } from './publication.ts'
import { publishTooltip } from './publish-tooltip.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { UnpublishedBadge } from './UnpublishedBadge.tsx'

const ProjectToday = lazyPart(() => import('./ProjectToday.tsx').then((file) => file.ProjectToday))

/** Customize also sets the template of a project that has none. */
function ContinueSetup({ project }: { project: Project }) {
  return (
    usePermission('projects.publish') && (
      <Link to={customizePath(project.id)} className={textLink}>
        Continue setup
      </Link>
    )
  )
}

type Props = { project: Project; onEdit: () => void; onDelete: () => void }

export function ProjectCard({ project, onEdit, onDelete }: Props) {
  const isPhone = useMediaQuery(phoneQuery)
  const details = projectDetailsPath(project.id)
  return (
    <article className="flex min-w-0 flex-col rounded-card border bg-surface px-5 pt-5 pb-3 dense:px-3.5 dense:pt-3.5 dense:pb-2">
      <div className="flex items-start gap-3">
        <ProjectIcon name={project.name} websiteUrl={project.websiteUrl} />
        <div className="min-w-0 flex-1">
          <div className="flex items-start justify-between gap-3">
            <h2 className="truncate text-title" title={project.name}>
              <Link to={details} className="hover:text-accent-text hover:underline">
                {project.name}
              </Link>
            </h2>
            <span className="flex shrink-0 items-center gap-1">
              <StatusBadge project={project} />
              {!isPhone && (
                <IconButton
                  label="Delete"
                  permission="projects.delete"
                  tone="danger"
                  onPress={onDelete}
                  className="-me-2 size-7! [&_svg]:size-4!"
                >
                  <Trash2 aria-hidden strokeWidth={1.75} />
                </IconButton>
              )}
            </span>
          </div>
          {project.websiteUrl ? (
            <ExternalLink href={project.websiteUrl}>{stripScheme(project.websiteUrl)}</ExternalLink>
          ) : (
            <p className="text-muted">No website</p>
          )}
        </div>
      </div>
      <p className="mt-3 line-clamp-2 min-h-10 text-body wrap-anywhere text-ink-2">
        {project.description || projectSentences.noDescription}
      </p>
      <dl className="mt-3 mb-2 flex flex-col gap-0.5 text-ink-2">
        <dt className="sr-only">Today</dt>
        <dd className="flex min-h-7 items-center gap-x-3">
          <ProjectToday projectId={project.id} />
        </dd>
        <dt className="sr-only">Template</dt>
        <dd className="flex min-h-7 items-center gap-1.5">
          <LayoutTemplate aria-hidden size={14} strokeWidth={1.75} className="text-muted" />
          {project.templateKey ?? projectSentences.noTemplate}
          {project.templateVersion && <span className="text-muted">v{project.templateVersion}</span>}
          <span className="ms-auto">
            {isLive(project) ? <UnpublishedBadge project={project} /> : <ContinueSetup project={project} />}
          </span>
        </dd>
        <dt className="sr-only">Public key</dt>
        <dd className="flex min-h-7 items-center gap-1">
          <code title={project.publicKey}>{truncateMiddle(project.publicKey)}</code>
          <CopyIcon text={project.publicKey} label="Copy public key" />
        </dd>
      </dl>
      <div className="mt-auto flex flex-wrap items-center gap-1 border-t pt-3">
        <LinkButton to={details} size="compact" icon={<Eye aria-hidden size={15} />}>
          View
        </LinkButton>
        {!isPhone && (
          <Button
            variant="ghost"
            size="compact"
            permission="projects.manage"
            icon={<Pencil aria-hidden size={15} />}
            onPress={onEdit}
          >
            Edit
          </Button>
        )}
        <LinkButton
          to={publishPath(project.id)}
          variant="ghost"
          size="compact"
          icon={<Rocket aria-hidden size={15} />}
          tooltip={publishTooltip(project)}
        >
          Publish
        </LinkButton>
        {isPhone && (
          <span className="ms-auto">
            <EditDeleteMenu
              onEdit={onEdit}
              onDelete={onDelete}
              editPermission="projects.manage"
              deletePermission="projects.delete"
            />
          </span>
        )}
      </div>
    </article>
  )
}
