import { type AnswerTest, answerTestLimits, answerTestSentences } from '@aichat/contracts/ai/answer-tests'
import { FlaskConical, Play, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useActions } from '../kit/actions.ts'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import type { CitableItem } from './ExpectationFields.tsx'
import { toForm, useAnswerTests, useRunTests } from './queries.ts'
import { RunSummary } from './RunSummary.tsx'
import { TaggedTests } from './TaggedTests.tsx'
import { TestCoverageFigure } from './TestCoverageFigure.tsx'
import { TestDialog } from './TestDialog.tsx'

type Props = { projectId: string; items: readonly CitableItem[] }

const blank = { question: '', mustContain: [], mustCite: null, mustHandOver: false }

/** The saved test questions with their latest results. */
export function TestList({ projectId, items }: Props) {
  const { data, error, refetch } = useAnswerTests(projectId)
  const run = useRunTests(projectId)
  const [edited, setEdited] = useState<AnswerTest | 'new' | null>(null)
  const tests = data?.tests ?? []
  const isRunning = run.isPending || (data?.lastRun != null && data.lastRun.finishedAt === null)
  const isEmpty = data !== undefined && tests.length === 0
  const start = run.mutate
  const actions = useMemo(
    () =>
      isEmpty
        ? []
        : [
            {
              label: 'Run answer tests',
              group: 'Actions on this page' as const,
              permission: 'answer_tests.manage' as const,
              run: () => start(),
            },
          ],
    [isEmpty, start],
  )
  useActions(actions)

  return (
    <Card>
      <section aria-labelledby="answer-tests">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="answer-tests" className="text-title">
            Answer tests <span className="text-muted">({data ? tests.length : '–'})</span>
          </h2>
          <div className="flex flex-wrap gap-2">
            {tests.length > 0 && (
              <Button
                size="compact"
                permission="answer_tests.manage"
                isBusy={isRunning}
                icon={<Play aria-hidden size={14} />}
                onPress={() => run.mutate()}
              >
                Run tests
              </Button>
            )}
            <Button
              size="compact"
              permission="answer_tests.manage"
              icon={<Plus aria-hidden size={14} />}
              isDisabled={tests.length >= answerTestLimits.maxPerProject}
              onPress={() => setEdited('new')}
            >
              Add test
            </Button>
          </div>
        </div>
        {run.error && (
          <div className="mt-3">
            <Notice>{errorMessage(run.error, answerTestSentences.runFailed)}</Notice>
          </div>
        )}
        <TestCoverageFigure projectId={projectId} />
        {data?.lastRun && tests.length > 0 && <RunSummary run={data.lastRun} />}
        {error && !data ? (
          <ErrorCard message={errorMessage(error, answerTestSentences.loadFailed)} onRetry={refetch} />
        ) : !data ? (
          <Skeleton className="mt-4 h-20 w-full" />
        ) : tests.length === 0 ? (
          <p className="flex flex-col items-center gap-2 py-6 text-center text-ink-2">
            <FlaskConical aria-hidden size={22} strokeWidth={1.75} className="text-muted" />
            Save questions your AI assistant must get right. We re-test them whenever your knowledge changes.
          </p>
        ) : (
          <TaggedTests projectId={projectId} tests={tests} onEdit={setEdited} />
        )}
        {edited && (
          <TestDialog
            projectId={projectId}
            testId={edited === 'new' ? null : edited.id}
            form={edited === 'new' ? blank : toForm(edited)}
            items={items}
            onClose={() => setEdited(null)}
          />
        )}
      </section>
    </Card>
  )
}
