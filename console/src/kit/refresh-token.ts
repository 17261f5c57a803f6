import { authRoutes, authSentences, type Tokens } from '@aichat/contracts/auth'
import { ApiError } from './api-error.ts'
import { clearSignIn, getAccessToken, getRefreshToken, storeTokens } from './auth-storage.ts'
import { sendRequest } from './http.ts'

let pendingRefresh: Promise<string> | null = null

/**
 * A new access token in place of `spent`. One refresh at a time in this tab and across tabs: whoever comes second
 * finds the token that the first one stored. A refusal signs out; no answer at all does not.
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
    // A change of password ends the tokens that were presented, and has stored new ones meanwhile.
    const newer = getRefreshToken() === presented ? null : getAccessToken()
    if (newer) return newer
    return signOut(authSentences.refreshFailed)
  }
}

function signOut(message: string): never {
  clearSignIn('ended')
  throw new ApiError(401, { message })
}

/** Web Locks exist only on secure origins; without them each tab refreshes for itself, which the server allows. */
function withRefreshLock<Value>(work: () => Promise<Value>): Promise<Value> {
  return navigator.locks ? navigator.locks.request('token-refresh', work) : work()
}
