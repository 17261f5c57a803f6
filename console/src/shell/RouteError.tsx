import { useEffect } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { removeInactiveQueries } from '../kit/cache.ts'
import { log } from '../kit/log.ts'
import { paths } from '../paths.ts'
import { ErrorPage } from '../ui/ErrorPage.tsx'

/** A screen that crashed, or whose files are gone because a newer version was installed. The shell stays. */
export function RouteError() {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => log('A screen failed', error), [error])
  const isOldVersion =
    error instanceof Error && /dynamically imported|module script|preload/i.test(error.message)
  // A navigation, even to the same place, draws the screen anew. What it had loaded may be what broke it.
  function tryAgain() {
    removeInactiveQueries()
    navigate(pathname + search, { replace: true })
  }

  return isOldVersion ? (
    <ErrorPage
      title="New version available"
      actions={[{ label: 'Reload', onPress: () => window.location.reload() }]}
    />
  ) : (
    <ErrorPage
      title="Something broke on this page."
      actions={[
        { label: 'Try again', onPress: tryAgain },
        { label: 'Dashboard', onPress: () => navigate(paths.dashboard) },
      ]}
    />
  )
}
