import { authRoutes, invitationRoutes, type SignedIn } from '@aichat/contracts/company/auth'
import type { BodyInput, RouteResponse } from '@aichat/contracts/kit/route'
import { useQuery } from '@tanstack/react-query'
import { endFirstVisit, startFirstVisit } from '../kit/browser/first-visit.ts'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'
import { clearSignIn, getRefreshToken, storeSignIn } from '../kit/http/auth-storage.ts'
import { log } from '../kit/log.ts'

const calls = api(authRoutes)
const invitations = api(invitationRoutes)

/** Who may sign up. Pages that need it show nothing of it until it is known. */
export function useAuthSettings() {
  return useQuery({
    queryKey: ['auth-settings'] as const,
    queryFn: ({ signal }) => calls.settings({ signal }),
  })
}

/** Signs in, unless the address must be confirmed first. Returns the address to which the link was mailed. */
export async function signUp(body: BodyInput<typeof authRoutes.signup>): Promise<string | null> {
  return storeUnlessPending(await calls.signup({ body }))
}

/** Creates the account of a confirmation link, in place of any user of this browser. */
export async function confirmEmail(body: BodyInput<typeof authRoutes.confirmEmail>) {
  const signedIn = await calls.confirmEmail({ body })
  cache.clear()
  startFirstVisit(signedIn.data.user.id)
  storeSignIn(signedIn)
}

function storeUnlessPending({ tokens, data }: RouteResponse<typeof authRoutes.signup>): string | null {
  if ('confirmEmail' in data) return data.confirmEmail
  if (tokens) {
    startFirstVisit(data.user.id)
    storeSignIn({ tokens, data })
  }
  return null
}

export async function logIn(form: Parameters<typeof calls.login>[0]['body']): Promise<SignedIn> {
  const signedIn = await calls.login({ body: form })
  endFirstVisit()
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

/**
 * Signs in the new member, in place of any user of this browser, and clears that user's cached data. If the address must be
 * confirmed first, it returns the address to which the link was mailed.
 */
export async function acceptInvitation(
  token: string,
  body: BodyInput<typeof invitationRoutes.accept>,
): Promise<string | null> {
  const answer = await invitations.accept({ params: { token }, body })
  if (answer.tokens) cache.clear()
  return storeUnlessPending(answer)
}
