import { useExampleQuestions } from './queries.ts'

type Props = { projectId: string; onAsk: (question: string) => void }

export function ExampleQuestions({ projectId, onAsk }: Props) {
  const questions = useExampleQuestions(projectId)
  if (questions.length === 0) return null
  return (
    <ul aria-label="Example questions" className="mx-auto flex w-full max-w-100 flex-col gap-2">
      {questions.map((question) => (
        <li key={question}>
          <button
            type="button"
            dir="auto"
            onClick={() => onAsk(question)}
            className="min-h-9 w-full cursor-pointer rounded-control border bg-surface px-3 py-1.5 text-start wrap-anywhere hover:bg-hover focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus touch:min-h-11"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}
