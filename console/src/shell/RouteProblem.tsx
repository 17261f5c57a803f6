import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { log } from '../kit/log.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'

/** A screen that crashed, or whose files are gone because a newer version was installed. The shell stays. */
export function RouteProblem() {
  const error = useRouteError()
  useEffect(() => log('A screen failed', error), [error])
  const isOldVersion =
    error instanceof Error && /dynamically imported|module script|preload/i.test(error.message)
  return (
    <div role="alert" className="page">
      <div className="mx-auto mt-12 flex max-w-100 flex-col items-center gap-4 rounded-card border bg-surface p-8 text-center">
        <p className="text-title-s font-semibold">
          {isOldVersion ? 'New version available' : 'Something broke on this page.'}
        </p>
        <div className="flex gap-2">
          <Button look="primary" onPress={() => window.location.reload()}>
            {isOldVersion ? 'Reload' : 'Try again'}
          </Button>
          {!isOldVersion && (
            <Button onPress={() => window.location.assign(paths.dashboard)}>Dashboard</Button>
          )}
        </div>
      </div>
    </div>
  )
}
