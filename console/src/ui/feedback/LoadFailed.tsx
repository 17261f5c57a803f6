import { Button } from '../Button.tsx'
import { loadFailedText, newVersionText } from './load-failure.ts'

type Props = { isOutdated: boolean; onRetry: () => void }

/** In place of a part of the console whose code failed to load. */
export function LoadFailed({ isOutdated, onRetry }: Props) {
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-3 p-4 text-center">
      <p className="text-body">{isOutdated ? newVersionText : loadFailedText}</p>
      <div className="flex gap-2">
        {!isOutdated && (
          <Button variant="primary" onPress={onRetry}>
            Try again
          </Button>
        )}
        <Button onPress={() => window.location.reload()}>Reload</Button>
      </div>
    </div>
  )
}
