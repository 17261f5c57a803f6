import type { SuggestionOrigin, TestSuggestion } from '@aichat/contracts/ai/answer-tests'
import { FlaskConical } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { SuggestionTexts } from './SuggestionTexts.tsx'

const origins: Record<SuggestionOrigin, string> = {
  rated_down: 'Rated not helpful',
  corrected: 'Corrected by your team',
}

type Props = {
  suggestion: TestSuggestion
  link: string
  onAdd: () => void
  onIgnore: (isIgnored: boolean) => void
}

export function SuggestedTestRow({ suggestion, link, onAdd, onIgnore }: Props) {
  const { question, count, lastAt, isIgnored } = suggestion
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_260px]">
        <p dir="auto" className="text-body wrap-anywhere">
          {question}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-1.5 text-ink-2">
          {suggestion.origins.map((origin) => (
            <Badge key={origin} tone={origin === 'rated_down' ? 'warn' : 'neutral'}>
              {origins[origin]}
            </Badge>
          ))}
          <span>
            {count === 1 ? '' : `${count} times, most recently `}
            <RelativeTime time={lastAt} variant="sentence" />
          </span>
        </p>
        <SuggestionTexts suggestion={suggestion} />
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1">
        <LinkButton size="compact" variant="ghost" to={link}>
          Open conversation
        </LinkButton>
        <Button size="compact" permission="answer_tests.manage" onPress={() => onIgnore(!isIgnored)}>
          {isIgnored ? 'Restore' : 'Ignore'}
        </Button>
        {!isIgnored && (
          <Button
            size="compact"
            permission="answer_tests.manage"
            icon={<FlaskConical aria-hidden size={14} strokeWidth={1.75} />}
            onPress={onAdd}
          >
            Add as test
          </Button>
        )}
      </div>
    </li>
  )
}
