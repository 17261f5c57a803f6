import { authRoutes, authSentences, type Tokens } from '@aichat/contracts/auth'
import { ApiError } from './api-error.ts'
import { clearSignIn, getAccessToken, getRefreshToken, storeTokens } from './auth-storage.ts'
import { sendRequest } from './http.ts'

let pendingRefresh: Promise<string> | null = null

/**
 * Replaces `expiredToken`. One refresh runs at a time, in this tab and across tabs: a second caller finds the token that
 * the first one stored. A rejected refresh signs out; a missing response does not.
 */
export function refreshAccessToken(expiredToken: string | null): Promise<string> {
  pendingRefresh ??= withRefreshLock(() => refresh(expiredToken)).finally(() => {
    pendingRefresh = null
  })
  return pendingRefresh
}

async function refresh(spent: string | null): Promise<string> {
  const stored = getAccessToken()
  if (stored && stored !== spent) return stored
  const presented = getRefreshToken()
  if (!presented) return signOut(authSentences.noRefreshToken)
  try {
    const { tokens } = (await sendRequest(authRoutes.refresh, { body: { refreshToken: presented } })) as {
      tokens: Tokens
    }
    storeTokens({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? presented })
    return tokens.accessToken
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) throw error
    // A password change revokes the presented tokens and stores new ones.
    const newer = getRefreshToken() === presented ? null : getAccessToken()
    if (newer) return newer
    return signOut(authSentences.refreshFailed)
  }
}

function signOut(message: string): never {
  clearSignIn('ended')
  throw new ApiError(401, { message })
}

/** Web Locks exist only on secure origins. Without them each tab refreshes separately, which the server allows. */
function withRefreshLock<Value>(work: () => Promise<Value>): Promise<Value> {
  return navigator.locks ? navigator.locks.request('token-refresh', work) : work()
}
