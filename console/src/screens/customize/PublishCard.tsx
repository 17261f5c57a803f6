import type { AnswerState } from '@aichat/contracts/ai/answer-sets'
import { publishSentences } from '@aichat/contracts/ai/publish-sentences'
import { type Project, projectSentences } from '@aichat/contracts/company/projects'
import { Check, CircleCheck, Rocket } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { formatDateTime } from '../../kit/format/format.ts'
import { useDenial } from '../../kit/permissions.ts'
import { getPublication, isLive } from '../../projects/publication.ts'
import { publishBlocker, publishTooltip } from '../../projects/publish-tooltip.ts'
import { StatusBadge } from '../../projects/StatusBadge.tsx'
import { UnpublishedBadge } from '../../projects/UnpublishedBadge.tsx'
import { DifferenceList } from '../../releases/DifferenceList.tsx'
import type { Difference } from '../../releases/diff-configs.ts'
import { GoLiveNote } from '../../releases/GoLiveNote.tsx'
import { PublishFailure } from '../../releases/PublishFailure.tsx'
import { usePublish } from '../../releases/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyIcon } from '../../ui/CopyIcon.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'

const UnpublishedAnswers = lazyPart(() =>
  import('../../releases/UnpublishedAnswers.tsx').then((file) => file.UnpublishedAnswers),
)

type Props = {
  project: Project
  /** The differences between the live release and the draft. */
  changes: readonly Difference[]
  /** Whether visitors get the current answers; undefined while it is loaded. */
  answers: AnswerState | undefined
  /** Shows the comparison of the answers. */
  onReview: () => void
  onPublished: (project: Project) => void
}

export function PublishCard(props: Props) {
  const { project } = props
  return (
    <Card>
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Row label="Name">{project.name}</Row>
        <Row label="Description">{project.description || projectSentences.noDescription}</Row>
        <Row label="Status">
          <StatusBadge project={project} liveLabel="Published" />
          <UnpublishedBadge project={project} />
        </Row>
        <Row label="Template">{project.templateKey ?? projectSentences.noTemplate}</Row>
        <Row label="Public key">
          <code className="truncate text-small">{project.publicKey}</code>
          <CopyIcon text={project.publicKey} label="Copy public key" />
        </Row>
        <Row label="Published">{project.publishedAt ? formatDateTime(project.publishedAt) : '–'}</Row>
      </dl>
      <div className="mt-5 border-t pt-4">
        <PublishActions {...props} />
      </div>
    </Card>
  )
}

/** The Publish button, which reads Published once live, and the list of unpublished changes. */
function PublishActions({ project, changes, answers, onReview, onPublished }: Props) {
  const publish = usePublish(project.id)
  const [isFirstPublish, setFirstPublish] = useState(false)
  const list = useRef<HTMLElement>(null)
  const publication = getPublication(project)
  function publishDraft() {
    publish.mutate(undefined, {
      onSuccess: ({ project: published }) => {
        setFirstPublish(publication === 'draft')
        onPublished(published)
      },
    })
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {publish.error && (
        <PublishFailure
          error={publish.error}
          projectId={project.id}
          answers={answers}
          onReview={onReview}
          onPublished={(published) => {
            publish.reset()
            onPublished(published)
          }}
        />
      )}
      {publication === 'changed' && (
        <UnpublishedChanges
          ref={list}
          changes={changes}
          answerChanges={<UnpublishedAnswers projectId={project.id} answers={answers} />}
          // In automatic mode, a publish leaves answers that need a review as they are.
          canPublish={!answers?.needsReview || answers.mode === 'manual' || changes.length > 0}
          isPublishing={publish.isPending}
          onPublish={publishDraft}
        />
      )}
      <PublishButton
        project={project}
        isBusy={publish.isPending}
        onPublish={publishDraft}
        onShowChanges={() => list.current?.focus()}
      />
      <Blocker project={project} />
      <GoLiveNote projectId={project.id} isPublished={isLive(project)} />
      <p role="status" className="text-small text-ok empty:hidden">
        {isFirstPublish && publication === 'live' && (
          <span className="flex items-center gap-1.5">
            <CircleCheck aria-hidden size={16} /> Your widget is live.
          </span>
        )}
      </p>
    </div>
  )
}

type ButtonProps = { project: Project; isBusy: boolean; onPublish: () => void; onShowChanges: () => void }

/** Once live it publishes nothing: with unpublished changes it leads to their list, which has its own button. */
function PublishButton({ project, isBusy, onPublish, onShowChanges }: ButtonProps) {
  const denial = useDenial('projects.publish')
  const publication = getPublication(project)
  const isFirst = publication === 'draft'
  return (
    <Tooltip text={denial ? null : publishTooltip(project)}>
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        permission="projects.publish"
        icon={isFirst ? <Rocket aria-hidden size={16} /> : <Check aria-hidden size={16} />}
        isBusy={isFirst && isBusy}
        isBlocked={publishBlocker(project) !== null || publication === 'live'}
        onPress={isFirst ? onPublish : onShowChanges}
      >
        {isFirst ? 'Publish Project' : 'Published'}
      </Button>
    </Tooltip>
  )
}

type ChangesProps = {
  ref: Ref<HTMLElement>
  changes: readonly Difference[]
  answerChanges: ReactNode
  canPublish: boolean
  isPublishing: boolean
  onPublish: () => void
}

function UnpublishedChanges(props: ChangesProps) {
  const { ref, changes, answerChanges, canPublish, isPublishing, onPublish } = props
  return (
    <section
      ref={ref}
      aria-label="Unpublished changes"
      tabIndex={-1}
      className="flex w-full flex-col items-start gap-3 rounded-control outline-offset-4 focus:outline-2 focus:outline-focus"
    >
      <p className="text-body text-warn">You have unpublished changes.</p>
      {changes.length > 0 && <DifferenceList differences={changes} />}
      {answerChanges}
      {canPublish && (
        <Button
          variant="primary"
          permission="projects.publish"
          icon={<Rocket aria-hidden size={16} />}
          isBusy={isPublishing}
          onPress={onPublish}
        >
          Publish changes
        </Button>
      )}
    </section>
  )
}

/** Why the project cannot be published, with the way out where there is one. */
function Blocker({ project }: { project: Project }) {
  const denial = useDenial('projects.publish')
  const blocker = publishBlocker(project)
  if (denial) return <p className="text-small text-ink-2">{publishSentences.notAllowed}</p>
  if (!blocker) return null
  return <p className="text-small text-warn">{blocker}</p>
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-small text-ink-2 sm:flex sm:min-h-8 sm:items-center">{label}</dt>
      <dd className="flex min-h-8 min-w-0 items-center gap-1 wrap-anywhere max-sm:mb-2">{children}</dd>
    </>
  )
}
