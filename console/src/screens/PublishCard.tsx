import { type Project, projectSentences } from '@aichat/contracts/projects'
import { publishSentences } from '@aichat/contracts/releases'
import { Check, CircleCheck, Rocket } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorMessage } from '../kit/api-error.ts'
import { formatDateTime } from '../kit/format.ts'
import { useDenial } from '../kit/permissions.ts'
import { publishBlocker, publishTooltip } from '../projects/publish-tooltip.ts'
import { DifferenceList } from '../releases/DifferenceList.tsx'
import type { Difference } from '../releases/diff-configs.ts'
import { usePublish } from '../releases/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CopyIcon } from '../ui/CopyIcon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'

type Props = {
  project: Project
  /** The differences between the live release and the draft. */
  changes: readonly Difference[]
  onPublished: (project: Project) => void
}

export function PublishCard({ project, changes, onPublished }: Props) {
  return (
    <Card>
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Row label="Name">{project.name}</Row>
        <Row label="Description">{project.description || projectSentences.noDescription}</Row>
        <Row label="Status">
          <Badge tone={project.isPublished ? 'ok' : 'warn'}>
            {project.isPublished ? 'Published' : 'Draft'}
          </Badge>
        </Row>
        <Row label="Template">{project.templateKey ?? projectSentences.noTemplate}</Row>
        <Row label="Public key">
          <code className="truncate text-small">{project.publicKey}</code>
          <CopyIcon text={project.publicKey} label="Copy public key" />
        </Row>
        <Row label="Published">{project.publishedAt ? formatDateTime(project.publishedAt) : '–'}</Row>
      </dl>
      <div className="mt-5 border-t pt-4">
        <PublishActions project={project} changes={changes} onPublished={onPublished} />
      </div>
    </Card>
  )
}

/** The Publish button, which reads Published once live, and the list of unpublished changes. */
function PublishActions({ project, changes, onPublished }: Props) {
  const publish = usePublish(project.id)
  const [isFirstPublish, setFirstPublish] = useState(false)
  const denial = useDenial('projects.publish')
  const blocker = publishBlocker(project)
  const isUpToDate = project.isPublished && !project.hasUnpublishedChanges
  const hasChanges = project.isPublished && !isUpToDate
  const isBlocked = blocker !== null || isUpToDate
  function publishDraft() {
    publish.mutate(undefined, {
      onSuccess: ({ project: published }) => {
        setFirstPublish(!project.isPublished)
        onPublished(published)
      },
    })
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {publish.error && <Notice>{errorMessage(publish.error, publishSentences.failed)}</Notice>}
      {hasChanges && (
        <div className="flex w-full flex-col gap-3">
          <p className="text-body text-warn">You have unpublished changes.</p>
          {changes.length > 0 && <DifferenceList differences={changes} />}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {hasChanges && (
          <Button
            variant="primary"
            permission="projects.publish"
            icon={<Rocket aria-hidden size={16} />}
            isBusy={publish.isPending}
            onPress={publishDraft}
          >
            Publish changes
          </Button>
        )}
        <Tooltip text={denial ? null : publishTooltip(project)}>
          <Button
            variant={project.isPublished ? 'secondary' : 'primary'}
            permission="projects.publish"
            icon={project.isPublished ? <Check aria-hidden size={16} /> : <Rocket aria-hidden size={16} />}
            isBusy={publish.isPending && !hasChanges}
            isBlocked={isBlocked}
            onPress={publishDraft}
          >
            {project.isPublished ? 'Published' : 'Publish Project'}
          </Button>
        </Tooltip>
      </div>
      {denial ? (
        <p className="text-small text-ink-2">{publishSentences.notAllowed}</p>
      ) : (
        blocker && <p className="text-small text-warn">{blocker}</p>
      )}
      <p role="status" className="text-small text-ok empty:hidden">
        {isFirstPublish && isUpToDate && (
          <span className="flex items-center gap-1.5">
            <CircleCheck aria-hidden size={16} /> Your widget is live.
          </span>
        )}
      </p>
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-small text-ink-2 sm:flex sm:min-h-8 sm:items-center">{label}</dt>
      <dd className="flex min-h-8 min-w-0 items-center gap-1 wrap-anywhere max-sm:mb-2">{children}</dd>
    </>
  )
}
