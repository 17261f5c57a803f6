import { useAttempt } from './use-attempt.ts'
import { words } from './words.ts'

type Props = { isPending: boolean; isInert: boolean; onRequest: () => Promise<string | null> }

export function PersonButton({ isPending, isInert, onRequest }: Props) {
  const { isBusy, failure, attempt } = useAttempt()
  if (isPending) return <span>{words.personCalled}</span>
  return (
    <>
      <button
        type="button"
        className="link"
        aria-busy={isBusy}
        disabled={isInert}
        onClick={() => attempt(onRequest)}
      >
        {words.callPerson}
      </button>
      {failure && (
        <span className="bad" role="alert">
          {failure}
        </span>
      )}
    </>
  )
}
