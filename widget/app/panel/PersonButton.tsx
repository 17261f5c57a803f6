import { TeamIcon } from '../kit/icons.tsx'
import { useAttempt } from '../kit/use-attempt.ts'
import { words } from '../kit/words.ts'

type Props = { isInert: boolean; onRequest: () => Promise<string | null> }

export function PersonButton({ isInert, onRequest }: Props) {
  const { isBusy, failure, attempt } = useAttempt()
  return (
    <>
      <button
        type="button"
        className="pill"
        aria-busy={isBusy}
        disabled={isInert}
        onClick={() => attempt(onRequest)}
      >
        <TeamIcon />
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
