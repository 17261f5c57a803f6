import type { AnswerState } from '@aichat/contracts/ai/answer-sets'
import { publishSentences } from '@aichat/contracts/ai/publish-sentences'
import type { Project } from '@aichat/contracts/company/projects'
import { Check, CircleCheck, Rocket } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import { formatDateTime } from '../../kit/format/format.ts'
import { useDenial } from '../../kit/permissions.ts'
import { getPublication, isLive } from '../../projects/publication.ts'
import { publishBlocker, publishTooltip } from '../../projects/publish-tooltip.ts'
import { DifferenceList } from '../../releases/DifferenceList.tsx'
import type { Difference } from '../../releases/diff-configs.ts'
import { GoLiveNote } from '../../releases/GoLiveNote.tsx'
import { PublishFailure } from '../../releases/PublishFailure.tsx'
import { usePublish } from '../../releases/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
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

/** What is live, what is different in the draft, and the button that publishes it. */
export function PublishCard(props: Props) {
  return (
    <Card>
      <LiveState project={props.project} />
      <PublishActions {...props} />
    </Card>
  )
}

function LiveState({ project }: { project: Project }) {
  const isPublished = isLive(project)
  return (
    <div role="status" className="mb-4">
      <h2 className="flex items-center gap-2 text-title">
        {isPublished && <CircleCheck aria-hidden size={18} strokeWidth={1.75} className="text-ok" />}
        {isPublished ? 'Your widget is live.' : 'Your widget is not live yet.'}
      </h2>
      {isPublished && project.publishedAt && (
        <p className="mt-0.5 text-ink-2">Last published {formatDateTime(project.publishedAt)}</p>
      )}
    </div>
  )
}

/** The Publish button, which reads Published once live, and the list of unpublished changes. */
function PublishActions({ project, changes, answers, onReview, onPublished }: Props) {
  const publish = usePublish(project.id)
  const list = useRef<HTMLElement>(null)
  const publication = getPublication(project)
  function publishDraft() {
    publish.mutate(undefined, {
      onSuccess: ({ project: published }) => onPublished(published),
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
      {publication === 'draft' && <GoLiveNote projectId={project.id} isPublished={false} />}
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
  if (denial) return <p className="text-ink-2">{publishSentences.notAllowed}</p>
  if (!blocker) return null
  return <p className="text-warn">{blocker}</p>
}
