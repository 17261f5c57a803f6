import type { TestSuggestion } from '@aichat/contracts/ai/answer-tests'

/** What the AI answered, and what the visitor and the team wrote about it. */
export function SuggestionTexts({ suggestion }: { suggestion: TestSuggestion }) {
  const { aiAnswer, humanAnswer, comment } = suggestion
  return (
    <dl className="mt-1.5 flex flex-col gap-1.5">
      <Quote label="The AI assistant answered" text={aiAnswer} />
      {comment && <Quote label="The visitor commented" text={comment} />}
      {humanAnswer && <Quote label="Your team answered" text={humanAnswer} />}
    </dl>
  )
}

function Quote({ label, text }: { label: string; text: string }) {
  return (
    <div className="border-s-2 ps-2">
      <dt className="text-caption text-muted">{label}</dt>
      <dd dir="auto" className="line-clamp-4 whitespace-pre-line wrap-anywhere text-ink-2">
        {text}
      </dd>
    </div>
  )
}
