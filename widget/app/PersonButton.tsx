import { useAttempt } from './use-attempt.ts'
import { words } from './words.ts'

type Props = { isCalled: boolean; isInert: boolean; onCall: () => Promise<string | null> }

export function PersonButton({ isCalled, isInert, onCall }: Props) {
  const { isBusy, failure, attempt } = useAttempt()
  if (isCalled) return <span>{words.personCalled}</span>
  return (
    <>
      <button
        type="button"
        className="link"
        aria-busy={isBusy}
        disabled={isInert}
        onClick={() => attempt(onCall)}
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
