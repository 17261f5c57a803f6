import { writingSentences } from '@aichat/contracts/chat/writing'
import { writingAssistantRoutes } from '@aichat/contracts/chat/writing-assistant'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve, withoutTransaction } from '../kit/http/serve.ts'
import { rewrite } from '../replies/rewrite.ts'
import { requireSession } from '../sessions/guard.ts'
import { suggestReply } from './suggest-reply.ts'

type Dependencies = Pick<App, 'clock' | 'db' | 'limits' | 'log' | 'models' | 'search' | 'timers'>

export function mountWritingAssistant(http: Http, app: Dependencies): void {
  serve(http, writingAssistantRoutes, { sessionId: requireSession })({
    status: withoutTransaction(async ({ caller }) => {
      const { model } = await app.models.get({ companyId: caller.companyId, projectId: null })
      return { isAvailable: model !== null, note: model ? null : writingSentences.notSetUp }
    }),

    rewrite: withoutTransaction(async ({ caller, body }) => {
      const result = await rewrite(app, caller, body.text, body.tone)
      if ('text' in result) return { text: result.text, problem: null, note: null }
      return { text: null, problem: result.problem, note: writingSentences[result.problem] }
    }),

    suggest: withoutTransaction(({ session }) => suggestReply(app, session)),
  })
}
