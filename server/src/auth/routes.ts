import { authRoutes, authSentences } from '@aichat/contracts/auth'
import type { App } from '../app.ts'
import { Refusal } from '../kit/errors.ts'
import { type Http, serve } from '../kit/http.ts'
import { login } from './login.ts'
import { endSignIn, refreshSignIn } from './sign-ins.ts'
import { signUp } from './sign-up.ts'

export function mountAuth(http: Http, app: App): void {
  serve(
    http,
    authRoutes,
  )({
    signup: async ({ body, request }) => {
      await app.limits.take('signup', request.ip)
      return signUp(app, body)
    },
    login: async ({ body, request }) => {
      await app.limits.take('login', request.ip)
      return login(app, body)
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
  })
}
