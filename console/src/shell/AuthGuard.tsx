import { Navigate, Outlet, useLocation } from 'react-router'
import { getSignOutReason, useIsSignedIn } from '../kit/http/auth-storage.ts'
import { loginPath, paths } from '../paths.ts'

/** Redirects signed-out users to the login screen, with a return URL unless they signed out themselves. */
export function AuthGuard() {
  const { pathname, search, hash } = useLocation()
  if (useIsSignedIn()) return <Outlet />
  if (getSignOutReason() === 'chosen') return <Navigate to={paths.login} replace />
  const to = loginPath(pathname + search + hash)
  return <Navigate to={to} replace state={{ hasEnded: getSignOutReason() === 'ended' }} />
}
