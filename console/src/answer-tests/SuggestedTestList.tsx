import { answerTestSentences, type TestSuggestion } from '@aichat/contracts/ai/answer-tests'
import { ThumbsDown } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import type { CitableItem } from './ExpectationFields.tsx'
import { useIgnoreSuggestion, useTestSuggestions } from './queries.ts'
import { SuggestedTestRow } from './SuggestedTestRow.tsx'
import { SuggestionTexts } from './SuggestionTexts.tsx'
import { TestDialog } from './TestDialog.tsx'

type Props = { projectId: string; items: readonly CitableItem[]; linkTo: (sessionId: string) => string }

/** Answers of the AI that visitors rated as not helpful or the team corrected. */
export function SuggestedTestList({ projectId, items, linkTo }: Props) {
  const { data, error, refetch } = useTestSuggestions(projectId)
  const setIgnored = useIgnoreSuggestion(projectId)
  const [added, setAdded] = useState<TestSuggestion | null>(null)
  const [showsIgnored, setShowsIgnored] = useState(false)
  const open = data?.suggestions.filter(({ isIgnored }) => !isIgnored) ?? []
  const ignored = data?.suggestions.filter(({ isIgnored }) => isIgnored) ?? []
  const rows = (list: readonly TestSuggestion[], label: string) => (
    <ul aria-label={label} className="divide-y divide-line">
      {list.map((one) => (
        <SuggestedTestRow
          key={one.id}
          suggestion={one}
          link={linkTo(one.sessionId)}
          onAdd={() => setAdded(one)}
          onIgnore={(isIgnored) => setIgnored({ id: one.id, isIgnored })}
        />
      ))}
    </ul>
  )
  return (
    <Card>
      <h2 className="text-title">Suggested tests</h2>
      <p className="mt-0.5 text-ink-2">
        AI answers that visitors rated as not helpful or your team corrected. Secrets and personal data are
        hidden.
      </p>
      {error && !data ? (
        <ErrorCard
          message={errorMessage(error, answerTestSentences.loadSuggestionsFailed)}
          onRetry={refetch}
        />
      ) : !data ? (
        <Skeleton className="mt-4 h-20 w-full" />
      ) : open.length === 0 ? (
        <p className="flex flex-col items-center gap-2 py-6 text-center text-ink-2">
          <ThumbsDown aria-hidden size={22} strokeWidth={1.75} className="text-muted" />
          No suggestions. They appear here when a visitor rates an AI answer as not helpful, or your team
          answers after the AI assistant.
        </p>
      ) : (
        rows(open, 'Suggested tests')
      )}
      {ignored.length > 0 && (
        <Button
          size="compact"
          variant="ghost"
          isExpanded={showsIgnored}
          onPress={() => setShowsIgnored(!showsIgnored)}
        >
          {showsIgnored ? 'Hide ignored' : `Show ignored (${ignored.length})`}
        </Button>
      )}
      {showsIgnored && ignored.length > 0 && rows(ignored, 'Ignored suggestions')}
      {added && (
        <AddDialog projectId={projectId} suggestion={added} items={items} onClose={() => setAdded(null)} />
      )}
    </Card>
  )
}

type AddProps = Pick<Props, 'projectId' | 'items'> & { suggestion: TestSuggestion; onClose: () => void }

function AddDialog({ projectId, suggestion, items, onClose }: AddProps) {
  const { question, phrases } = suggestion
  return (
    <TestDialog
      projectId={projectId}
      testId={null}
      form={{ question, mustContain: phrases, mustCite: null, mustHandOver: false }}
      items={items}
      context={<SuggestionTexts suggestion={suggestion} />}
      onClose={onClose}
      onSaved={() => {
        onClose()
        toast('Answer test created')
      }}
    />
  )
}
