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

/** Signs out immediately in this browser, and revokes the token on the server if it can be reached. */
export function logOut() {
  const token = getRefreshToken()
  if (token) {
    calls
      .logout({ body: { refreshToken: token }, keepalive: true })
      .catch((error) => log('Failed to log out on the server', error))
  }
  clearSignIn('chosen')
}

/** The response does not reveal whether the account exists. */
export function requestPasswordReset(email: string) {
  return calls.forgotPassword({ body: { email } })
}

/** Ends every session of the user, including one in this browser. */
export async function resetPassword(body: BodyInput<typeof authRoutes.resetPassword>) {
  await calls.resetPassword({ body })
  clearSignIn('chosen')
}

/** Ends the user's other sessions. This one continues with the returned tokens. */
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

/** Signs in the new member, in place of any user of this browser, and clears that user's cached data. */
export async function acceptInvitation(token: string, body: BodyInput<typeof invitationRoutes.accept>) {
  const signedIn = await invitations.accept({ params: { token }, body })
  cache.clear()
  storeSignIn(signedIn)
}
