import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { useRemoveStartupFrame } from '../kit/browser/startup-frame.ts'
import { reloadQueries } from '../kit/cache.ts'
import { log } from '../kit/log.ts'
import { paths } from '../paths.ts'
import { ErrorPage } from '../ui/feedback/ErrorPage.tsx'

/** Replaces a screen that crashed. The shell stays usable. */
export function RouteError() {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [isReloading, setIsReloading] = useState(false)
  useRemoveStartupFrame()
  useEffect(() => log('A screen failed', error), [error])
  // Navigating to the same path renders the screen again. Its cached data may have caused the error.
  async function tryAgain() {
    setIsReloading(true)
    await reloadQueries()
    setIsReloading(false)
    navigate(pathname + search, { replace: true })
  }

  return (
    <ErrorPage
      title="Something went wrong on this page."
      actions={[
        { label: 'Try again', onPress: tryAgain, isBusy: isReloading },
        { label: 'Dashboard', onPress: () => navigate(paths.dashboard) },
      ]}
    />
  )
}
