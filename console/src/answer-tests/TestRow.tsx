import type { AnswerTest, TestResult } from '@aichat/contracts/ai/answer-tests'
import { ChevronDown, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '../kit/format/format.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useRemoveTest } from './queries.ts'

type Props = { projectId: string; test: AnswerTest; onEdit: () => void }

/** One test with its result, and the answer in a collapsible section. */
export function TestRow({ projectId, test, onEdit }: Props) {
  const remove = useRemoveTest(projectId)
  const [isOpen, setOpen] = useState(false)
  const { result } = test
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_200px]">
          <p dir="auto" className="text-body font-strong wrap-anywhere">
            {test.question}
          </p>
          <p className="mt-0.5 text-ink-2 wrap-anywhere">{describeExpectations(test)}</p>
          {(test.owner || test.tags.length > 0) && (
            <p className="mt-1 flex flex-wrap items-center gap-1.5 text-ink-2">
              {test.owner && (
                <span className="inline-flex min-w-0 items-center gap-1.5">
                  <Avatar name={test.owner.name} seed={test.owner.id} size="tiny" />
                  <span dir="auto" className="min-w-0 wrap-anywhere">
                    <span className="sr-only">Owner: </span>
                    {test.owner.name}
                  </span>
                </span>
              )}
              {test.tags.map((tag) => (
                <Badge key={tag} tone="neutral">
                  {tag}
                </Badge>
              ))}
            </p>
          )}
          {result?.problems.map((problem) => (
            <p key={problem} className="mt-0.5 text-bad wrap-anywhere">
              {problem}
            </p>
          ))}
        </div>
        <div className="ms-auto flex items-center gap-1">
          <ResultBadge result={result} />
          {result && (
            <IconButton
              label={isOpen ? 'Hide answer' : 'Show answer'}
              isExpanded={isOpen}
              onPress={() => setOpen(!isOpen)}
            >
              <ChevronDown
                aria-hidden
                strokeWidth={1.75}
                className={isOpen ? 'rotate-180 transition-transform' : 'transition-transform'}
              />
            </IconButton>
          )}
          <IconButton label="Edit" permission="answer_tests.manage" onPress={onEdit}>
            <Pencil aria-hidden strokeWidth={1.75} />
          </IconButton>
          <IconButton
            label="Remove"
            permission="answer_tests.manage"
            tone="danger"
            onPress={() => remove.mutate(test)}
          >
            <Trash2 aria-hidden strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
      {isOpen && result && (
        <div className="mt-2 rounded-control bg-sunken px-3 py-2">
          {result.answer ? (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {result.answer}
            </p>
          ) : (
            <p className="text-ink-2">Handed over to a person.</p>
          )}
          <p className="mt-1 text-caption text-muted wrap-anywhere">
            {[...result.sources.map(({ title }) => title), result.model, formatDateTime(result.at)].join(
              ' · ',
            )}
          </p>
        </div>
      )}
    </li>
  )
}

function ResultBadge({ result }: { result: TestResult | null }) {
  if (!result) return <Badge tone="neutral">Not run yet</Badge>
  const { isPassed, change } = result
  if (!isPassed) return <Badge tone="bad">{change === 'broke' ? 'Newly failing' : 'Failed'}</Badge>
  return <Badge tone="ok">{change === 'mended' ? 'Fixed' : 'Passed'}</Badge>
}

function describeExpectations({ mustContain, mustCite, mustHandOver, mustSuggest }: AnswerTest): string {
  if (mustHandOver) return 'Must hand over to a person'
  if (mustSuggest) return mustCite ? `Must suggest “${mustCite.title}”` : 'Must suggest pages'
  const expectations = [
    ...mustContain.map((phrase) => `include “${phrase}”`),
    ...(mustCite ? [`cite “${mustCite.title}”${mustCite.isThere ? '' : ' (removed)'}`] : []),
  ]
  return expectations.length === 0 ? 'Any answer' : `Must ${expectations.join(', ')}`
}
