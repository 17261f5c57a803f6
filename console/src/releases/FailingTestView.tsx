import type { FailingTest } from '@aichat/contracts/ai/answer-sets'

/** The question of a failing test with both answers. */
export function FailingTestView({ test }: { test: FailingTest }) {
  const { question, problems, answer, liveAnswer } = test
  return (
    <div className="w-full min-w-0">
      <p dir="auto" className="font-strong wrap-anywhere">
        {question}
      </p>
      {problems.map((problem) => (
        <p key={problem} className="text-bad wrap-anywhere">
          {problem}
        </p>
      ))}
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        <Answer label="Visitors get" text={liveAnswer} />
        <Answer label="With your changes" text={answer} />
      </div>
    </div>
  )
}

function Answer({ label, text }: { label: string; text: string | null }) {
  return (
    <div className="min-w-0 rounded-control bg-sunken px-3 py-2">
      <h3 className="font-strong text-ink-2">{label}</h3>
      {text === null ? (
        <p className="text-ink-2 italic">The AI assistant hands over to a person.</p>
      ) : (
        <p dir="auto" className="line-clamp-3 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
    </div>
  )
}
