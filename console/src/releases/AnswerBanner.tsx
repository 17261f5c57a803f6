import type { AnswerState, FailingTest } from '@aichat/contracts/ai/answer-sets'
import type { Project } from '@aichat/contracts/company/projects'
import { CirclePause, Hourglass } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../ui/Button.tsx'
import { lazyOverlay } from '../ui/feedback/lazy-part.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { textLink } from '../ui/text-link.ts'
import { countChanges } from './count-changes.ts'
import { FailingTestView } from './FailingTestView.tsx'

const PublishAnywayDialog = lazyOverlay(() =>
  import('./PublishAnywayDialog.tsx').then((file) => file.PublishAnywayDialog),
)

type Props = {
  projectId: string
  state: AnswerState
  /** Null while it is not known. */
  testCount: number | null
  /** Where the newest change is edited. */
  fixPath: string
  /** The list of the changes; null on the screen that shows it. */
  changesPath: string | null
  /** Shows the comparison of the answers, on the screen that has it. */
  onReview?: () => void
  onEditTest: (testId: string) => void
  onPublished: (project: Project) => void
}

/** Says that visitors do not get the current answers yet, and what to do. Nothing while they do. */
export function AnswerBanner(props: Props) {
  const { state, testCount, changesPath } = props
  const { status, changes, mode } = state
  if (status === 'live') return null
  if (status === 'held' && state.failing.length > 0) return <HeldBanner {...props} />
  if (status === 'testing') {
    const tests = testCount === null ? '' : ` against ${testCount} ${testCount === 1 ? 'test' : 'tests'}`
    return (
      <Banner label="Changes being checked" icon={<Spinner size={16} />}>
        <p role="status">
          Checking {countChanges(changes)}
          {tests}…
        </p>
      </Banner>
    )
  }
  if (state.needsReview) return <ReviewBanner {...props} />
  return (
    <Banner label="Waiting changes" icon={<Hourglass aria-hidden size={16} strokeWidth={1.75} />}>
      <p role="status">
        {countChanges(changes)} {changes === 1 ? 'waits' : 'wait'} for the next publish.
        {mode === 'automatic' &&
          ' Restored releases, and pages set to wait for review, go live when you publish.'}
      </p>
      {changesPath && (
        <Link to={changesPath} className={textLink}>
          Review and publish
        </Link>
      )}
    </Banner>
  )
}

type BannerProps = { label: string; icon: ReactNode; tone?: string; children: ReactNode }

function Banner({ label, icon, tone = 'border-line bg-accent-soft', children }: BannerProps) {
  return (
    <section aria-label={label} className={`flex min-w-0 items-start gap-3 rounded-card border p-4 ${tone}`}>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1 wrap-anywhere">
        {children}
      </div>
    </section>
  )
}

function ReviewBanner({ projectId, state: { changes }, changesPath, onReview, onPublished }: Props) {
  const [isPublishing, setPublishing] = useState(false)
  return (
    <Banner label="Waiting changes" icon={<Hourglass aria-hidden size={16} strokeWidth={1.75} />}>
      <p role="status">
        {countChanges(changes)} {changes === 1 ? 'waits' : 'wait'} for a review. Visitors still get the
        earlier answers.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {changesPath ? (
          <LinkButton size="compact" to={changesPath}>
            Review changed answers
          </LinkButton>
        ) : (
          <Button size="compact" onPress={onReview}>
            Review changed answers
          </Button>
        )}
        <Button size="compact" permission="projects.publish" onPress={() => setPublishing(true)}>
          Publish anyway
        </Button>
      </div>
      {isPublishing && (
        <PublishAnywayDialog
          projectId={projectId}
          failing={[]}
          onPublished={onPublished}
          onClose={() => setPublishing(false)}
        />
      )}
    </Banner>
  )
}

function HeldBanner({ projectId, state, fixPath, onEditTest, onPublished }: Props) {
  const [isPublishing, setPublishing] = useState(false)
  const { changes, failing } = state
  const [first, ...others] = failing as [FailingTest, ...FailingTest[]]
  return (
    <Banner
      label="Held changes"
      icon={<CirclePause aria-hidden size={18} className="text-warn" />}
      tone="border-warn-solid bg-surface"
    >
      <div className="flex w-full min-w-0 flex-col gap-3">
        <div>
          <h2 className="text-title">
            {countChanges(changes)} held: {failing.length === 1 ? 'a test' : `${failing.length} tests`} failed
          </h2>
          <p role="status" className="mt-0.5 text-ink-2">
            Visitors still get the earlier answers.
          </p>
        </div>
        <FailingTestView test={first} />
        {others.length > 0 && <OtherTests tests={others} onEditTest={onEditTest} />}
        <div className="flex flex-wrap gap-2">
          <LinkButton to={fixPath} size="compact">
            Fix
          </LinkButton>
          <Button size="compact" permission="answer_tests.manage" onPress={() => onEditTest(first.testId)}>
            Update the test
          </Button>
          <Button size="compact" permission="projects.publish" onPress={() => setPublishing(true)}>
            Publish anyway
          </Button>
        </div>
      </div>
      {isPublishing && (
        <PublishAnywayDialog
          projectId={projectId}
          failing={failing}
          onPublished={onPublished}
          onClose={() => setPublishing(false)}
        />
      )}
    </Banner>
  )
}

function OtherTests({ tests, onEditTest }: { tests: FailingTest[]; onEditTest: (testId: string) => void }) {
  return (
    <details>
      <summary className="cursor-pointer font-strong text-accent-text">
        {tests.length === 1 ? '1 more failing test' : `${tests.length} more failing tests`}
      </summary>
      <ul className="mt-2 flex flex-col gap-4">
        {tests.map((test) => (
          <li key={test.testId} className="flex flex-col items-start gap-2">
            <FailingTestView test={test} />
            <Button size="compact" permission="answer_tests.manage" onPress={() => onEditTest(test.testId)}>
              Update this test
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
