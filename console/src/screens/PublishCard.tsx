import { type Project, projectSentences } from '@aichat/contracts/projects'
import { publishSentences } from '@aichat/contracts/releases'
import { Check, Rocket } from 'lucide-react'
import type { ReactNode } from 'react'
import { sentenceOf } from '../kit/failure.ts'
import { fullTime } from '../kit/words.ts'
import { publishObstacle, publishTip } from '../projects/publish-tip.ts'
import { usePublish } from '../releases/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CopyIcon } from '../ui/CopyIcon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'

type Props = { project: Project; onPublished: (project: Project) => void }

export function PublishCard({ project, onPublished }: Props) {
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
        <Row label="Published">{project.publishedAt ? fullTime(project.publishedAt) : '–'}</Row>
      </dl>
      <div className="mt-5 border-t pt-4">
        <PublishButton project={project} onPublished={onPublished} />
      </div>
    </Card>
  )
}

/** Once live it reads Published; with changes that visitors do not see yet it can be pressed again. */
function PublishButton({ project, onPublished }: Props) {
  const publish = usePublish(project.id)
  const obstacle = publishObstacle(project)
  const isUpToDate = project.isPublished && !project.hasUnpublishedChanges
  const words = !project.isPublished ? 'Publish Project' : isUpToDate ? 'Published' : 'Publish changes'
  return (
    <div className="flex flex-col items-start gap-3">
      {publish.error && <Notice>{sentenceOf(publish.error, publishSentences.failed)}</Notice>}
      {project.isPublished && !isUpToDate && (
        <p className="text-small text-warn">Your latest changes are not live yet.</p>
      )}
      <Tooltip text={publishTip(project)}>
        <Button
          look={isUpToDate ? 'secondary' : 'primary'}
          icon={isUpToDate ? <Check aria-hidden size={16} /> : <Rocket aria-hidden size={16} />}
          isBusy={publish.isPending}
          isBlocked={obstacle !== null || isUpToDate}
          onPress={() =>
            publish.mutate(undefined, { onSuccess: ({ project: published }) => onPublished(published) })
          }
        >
          {words}
        </Button>
      </Tooltip>
      {obstacle && <p className="text-small text-warn">{obstacle}</p>}
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
