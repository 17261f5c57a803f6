import { authRoutes, invitationRoutes, type SignedIn } from '@aichat/contracts/auth'
import type { BodyInput } from '@aichat/contracts/route'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { clearSignIn, getRefreshToken, storeSignIn } from '../kit/auth-storage.ts'
import { cache } from '../kit/cache.ts'
import { log } from '../kit/log.ts'

const calls = api(authRoutes)
const invitations = api(invitationRoutes)

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
  const token = getRefreshToken()
  if (token) {
    calls
      .logout({ body: { refreshToken: token }, keepalive: true })
      .catch((error) => log('The server was not told of the logout', error))
  }
  clearSignIn('chosen')
}

/** The answer is the same whether the address is known or not. */
export function requestPasswordReset(email: string) {
  return calls.forgotPassword({ body: { email } })
}

/** Every sign-in of the person ends with it, one at this browser too. */
export async function resetPassword(body: BodyInput<typeof authRoutes.resetPassword>) {
  await calls.resetPassword({ body })
  clearSignIn('chosen')
}

/** Every other sign-in ends; this one goes on with the tokens that are answered. */
export async function changePassword(body: BodyInput<typeof authRoutes.changePassword>) {
  storeSignIn(await calls.changePassword({ body }))
}

export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token] as const,
    queryFn: ({ signal }) => invitations.get({ params: { token }, signal }),
    refetchOnWindowFocus: false,
  })
}

/** Whoever was signed in at this browser is not any more, and what they loaded is gone. */
export async function acceptInvitation(token: string, body: BodyInput<typeof invitationRoutes.accept>) {
  const signedIn = await invitations.accept({ params: { token }, body })
  cache.clear()
  storeSignIn(signedIn)
}
