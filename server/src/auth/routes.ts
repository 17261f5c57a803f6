import { authRoutes, authSentences, invitationRoutes } from '@aichat/contracts/company/auth'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { acceptInvitation, getInvitation } from './accept-invitation.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { requestConfirmation } from './email-confirmation.ts'
import { createKnownDevices } from './known-device.ts'
import { login } from './login.ts'
import { createPasswordThrottle } from './password-throttle.ts'
import { resetPassword, sendPasswordReset } from './reset-password.ts'
import { endSignIn, refreshSignIn } from './sign-ins.ts'
import { signUp } from './sign-up.ts'
import { getSignupMode, requireOpenSignup } from './signup-mode.ts'

type Dependencies = Pick<
  App,
  'callers' | 'clock' | 'db' | 'limits' | 'log' | 'mail' | 'realtime' | 'settings' | 'timers' | 'tokens'
>

export function mountAuth(http: Http, app: Dependencies): void {
  const throttle = createPasswordThrottle(app)
  const devices = createKnownDevices(app)
  const describeCaller = (request: FastifyRequest, email: string) => ({
    address: request.ip,
    isKnownDevice: devices.isKnown(request, email),
  })

  serve(
    http,
    authRoutes,
  )({
    signup: async ({ body, request, reply }) => {
      await requireOpenSignup(app)
      if (app.settings.verifiesEmail) {
        const { companyName, timeZone, name, email } = body
        const account = { email, name, companyId: newId(), companyName, timeZone, invitationToken: null }
        return requestConfirmation(app, account, describeCaller(request, email))
      }
      const signedIn = await signUp(app, body, request.ip)
      devices.mark(reply, body.email)
      return signedIn
    },
    confirmEmail: async ({ body, request, reply }) => {
      const signedIn = await confirmEmail(app, body, request.ip)
      devices.mark(reply, signedIn.data.user.email)
      return signedIn
    },
    settings: async () => ({ signup: await getSignupMode(app), canMail: app.mail.isConfigured }),
    login: async ({ body, request, reply }) => {
      const signedIn = await login(app, throttle, body, describeCaller(request, body.email))
      devices.mark(reply, body.email)
      return signedIn
    },
    refresh: async ({ body, request }) => {
      const tokens = await refreshSignIn(app, body.refreshToken, request.ip)
      if (!tokens) throw new Refusal(401, authSentences.refreshFailed, 'refresh_failed')
      return { tokens }
    },
    logout: async ({ body, request }) => {
      await endSignIn(app, body.refreshToken, request.ip)
      return null
    },
    changePassword: withoutTransaction(({ actor, body }) => changePassword(app, throttle, actor, body)),
    forgotPassword: async ({ body, request }) => {
      sendPasswordReset(app, body.email, describeCaller(request, body.email)).catch((error) =>
        app.log.error({ err: error }, 'failed to email a password reset'),
      )
      return { canMail: app.mail.isConfigured }
    },
    resetPassword: async ({ body, request }) => {
      await resetPassword(app, throttle, body, request.ip)
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
    accept: async ({ params, body, request, reply }) => {
      const accepted = await acceptInvitation(app, params.token, body, request.ip)
      if ('tokens' in accepted) devices.mark(reply, accepted.data.user.email)
      return accepted
    },
  })
}
