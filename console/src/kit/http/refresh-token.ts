import { authRoutes, authSentences, type Tokens } from '@aichat/contracts/company/auth'
import { ApiError } from './api-error.ts'
import { clearSignIn, getAccessToken, getRefreshToken, storeTokens } from './auth-storage.ts'
import { sendRequest } from './http.ts'

let pendingRefresh: Promise<string> | null = null

/**
 * Replaces `expiredToken`. One refresh runs at a time, in this tab and across tabs: a second caller finds the token that
 * the first one stored. Only a rejected refresh signs out: without a response, or when the server or a proxy is busy or
 * failing, the sign-in is still valid.
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
  const answer = await requestTokens(presented)
  if (getRefreshToken() !== presented) return getNewerToken()
  if (!answer) return signOut(authSentences.refreshFailed)
  const { accessToken, refreshToken = presented } = answer.tokens
  storeTokens({ accessToken, refreshToken })
  return accessToken
}

/** Returns null if the server rejects the token. */
async function requestTokens(refreshToken: string): Promise<{ tokens: Tokens } | null> {
  try {
    return (await sendRequest(authRoutes.refresh, { body: { refreshToken } })) as { tokens: Tokens }
  } catch (error) {
    if (isRejection(error)) return null
    throw error
  }
}

/** A password change replaces the tokens during the refresh; signing out removes them. */
function getNewerToken(): string {
  const token = getAccessToken()
  if (token) return token
  throw new ApiError(401, { message: authSentences.refreshFailed })
}

function isRejection(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 403].includes(error.status)
}

function signOut(message: string): never {
  clearSignIn('ended')
  throw new ApiError(401, { message })
}

/** Web Locks exist only on secure origins. Without them each tab refreshes separately, which the server allows. */
function withRefreshLock<Value>(work: () => Promise<Value>): Promise<Value> {
  return navigator.locks ? navigator.locks.request('token-refresh', work) : work()
}
