import { authRoutes, authSentences, invitationRoutes } from '@aichat/contracts/auth'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { acceptInvitation, getInvitation } from './accept-invitation.ts'
import { changePassword } from './change-password.ts'
import { login } from './login.ts'
import { resetPassword, sendPasswordReset } from './reset-password.ts'
import { endSignIn, refreshSignIn } from './sign-ins.ts'
import { signUp } from './sign-up.ts'

export function mountAuth(http: Http, app: App): void {
  serve(
    http,
    authRoutes,
  )({
    signup: async ({ body, request }) => {
      await app.limits.consume('signup', request.ip)
      return signUp(app, body, request.ip)
    },
    login: async ({ body, request }) => {
      await app.limits.consume('login', request.ip)
      return login(app, body, request.ip)
    },
    refresh: async ({ body }) => {
      const tokens = await refreshSignIn(app, body.refreshToken)
      if (!tokens) throw new Refusal(401, authSentences.refreshFailed, 'refresh_failed')
      return { tokens }
    },
    logout: async ({ body }) => {
      await endSignIn(app, body.refreshToken)
      return null
    },
    changePassword: ({ caller, body, request }) =>
      changePassword(app, { ...caller, address: request.ip }, body),
    forgotPassword: async ({ body, request }) => {
      await app.limits.consume('reset', request.ip)
      sendPasswordReset(app, body.email).catch((error) =>
        app.log.error({ err: error }, 'failed to email a password reset'),
      )
      return null
    },
    resetPassword: async ({ body, request }) => {
      await resetPassword(app, body, request.ip)
      return null
    },
  })

  serve(
    http,
    invitationRoutes,
  )({
    get: ({ params, reply }) => {
      reply.header('Cache-Control', 'no-store')
      return getInvitation(app, params.token)
    },
    accept: ({ params, body, request }) => acceptInvitation(app, params.token, body, request.ip),
  })
}
