import type { Topic } from '@aichat/contracts/company/topics'
import { Button } from '../../ui/Button.tsx'
import { separateTopic } from './queries.ts'

/** Topics that were merged into this one, with a button that separates each. */
export function MergedTopics({ topic }: { topic: Topic }) {
  if (topic.merged.length === 0) return null
  return (
    <ul aria-label="Merged topics" className="flex flex-wrap gap-x-4 gap-y-1 border-b px-4 py-2 md:px-5">
      {topic.merged.map((merged) => (
        <li key={merged.id} className="flex items-center gap-1 text-caption text-ink-2">
          <span dir="auto" className="wrap-anywhere">
            Includes “{merged.name}”
          </span>
          <Button
            size="compact"
            variant="ghost"
            permission="answer_tests.manage"
            label={`Separate ${merged.name}`}
            onPress={() => separateTopic(merged, topic)}
          >
            Separate
          </Button>
        </li>
      ))}
    </ul>
  )
}
