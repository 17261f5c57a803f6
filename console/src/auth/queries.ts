import { authRoutes, type SignedIn } from '@aichat/contracts/auth'
import { api } from '../kit/api.ts'
import { log } from '../kit/log.ts'
import { clearSignIn, refreshToken, storeSignIn } from '../kit/storage.ts'

const calls = api(authRoutes)

export async function signUp(form: Parameters<typeof calls.signup>[0]['body']): Promise<SignedIn> {
  const signedIn = await calls.signup({ body: form })
  storeSignIn(signedIn)
  return signedIn
}

export async function logIn(form: Parameters<typeof calls.login>[0]['body']): Promise<SignedIn> {
  const signedIn = await calls.login({ body: form })
  storeSignIn(signedIn)
  return signedIn
}

/** Signs out here at once; the server is told as well as can be. */
export function logOut() {
  const token = refreshToken()
  if (token) {
    calls
      .logout({ body: { refreshToken: token }, keepalive: true })
      .catch((error) => log('The server was not told of the logout', error))
  }
  clearSignIn('chosen')
}
