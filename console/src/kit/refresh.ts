import { authRoutes, authSentences, type Tokens } from '@aichat/contracts/auth'
import { CallFailed } from './failure.ts'
import { send } from './http.ts'
import { accessToken, clearSignIn, refreshToken, storeTokens } from './storage.ts'

let running: Promise<string> | null = null

/**
 * A new access token in place of `spent`. One refresh at a time in this tab and across tabs: whoever comes second
 * finds the token that the first one stored. A refusal signs out; no answer at all does not.
 */
export function freshToken(spent: string | null): Promise<string> {
  running ??= inTurn(() => refresh(spent)).finally(() => {
    running = null
  })
  return running
}

async function refresh(spent: string | null): Promise<string> {
  const stored = accessToken()
  if (stored && stored !== spent) return stored
  const presented = refreshToken()
  if (!presented) return leave(authSentences.noRefreshToken)
  try {
    const { tokens } = (await send(authRoutes.refresh, { body: { refreshToken: presented } })) as {
      tokens: Tokens
    }
    storeTokens({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? presented })
    return tokens.accessToken
  } catch (error) {
    if (error instanceof CallFailed && error.status === 0) throw error
    // A change of password ends the tokens that were presented, and has stored new ones meanwhile.
    const newer = refreshToken() === presented ? null : accessToken()
    if (newer) return newer
    return leave(authSentences.refreshFailed)
  }
}

function leave(message: string): never {
  clearSignIn('ended')
  throw new CallFailed(401, { message })
}

/** Web Locks exist only on secure origins; without them each tab refreshes for itself, which the server allows. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  return navigator.locks ? navigator.locks.request('token-refresh', work) : work()
}
