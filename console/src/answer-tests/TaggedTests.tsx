import type { AnswerTest } from '@aichat/contracts/ai/answer-tests'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { TestRow } from './TestRow.tsx'

type Props = { projectId: string; tests: readonly AnswerTest[]; onEdit: (test: AnswerTest) => void }

/** The tests, filtered by one of their tags. */
export function TaggedTests({ projectId, tests, onEdit }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const tags = countTags(tests)
  // The last test with the chosen tag may have been removed.
  const tag = chosen !== null && tags.has(chosen) ? chosen : null
  const shown = tag === null ? tests : tests.filter((test) => test.tags.includes(tag))
  return (
    <>
      {tags.size > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend
        <div role="group" aria-label="Filter by tag" className="mt-3 flex flex-wrap gap-1.5">
          {[null, ...tags.keys()].map((one) => (
            <Button
              key={one}
              size="compact"
              isPressed={one === tag}
              onPress={() => setChosen(one)}
              className={one === tag ? 'border-accent! bg-accent-soft! text-accent-text!' : undefined}
            >
              {one === null ? `All (${tests.length})` : `${one} (${tags.get(one)})`}
            </Button>
          ))}
        </div>
      )}
      <ul aria-label="Answer tests" className="mt-2 divide-y divide-line">
        {shown.map((test) => (
          <TestRow key={test.id} projectId={projectId} test={test} onEdit={() => onEdit(test)} />
        ))}
      </ul>
    </>
  )
}

/** The tags in alphabetical order, with the number of their tests. */
function countTags(tests: readonly AnswerTest[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const tag of tests.flatMap(({ tags }) => tags).toSorted((a, b) => a.localeCompare(b)))
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return counts
}
