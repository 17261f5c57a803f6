import { writingSentences } from '@aichat/contracts/writing'
import type { App } from '../app.ts'
import { rewrite } from '../replies/rewrite.ts'
import type { SessionHandlers } from './routes.ts'
import { suggestReply } from './suggest-reply.ts'

type WritingHandlers = Pick<SessionHandlers, 'writingAssistant' | 'rewrite' | 'suggest'>

/** Handlers that help members write. Nothing is sent or stored. */
export function createWritingHandlers(app: App): WritingHandlers {
  return {
    writingAssistant: async ({ caller }) => {
      const { model } = await app.models.get({ companyId: caller.companyId, projectId: null })
      return { isAvailable: model !== null, note: model ? null : writingSentences.notSetUp }
    },

    rewrite: async ({ caller, body }) => {
      const result = await rewrite(app, caller, body.text, body.tone)
      if ('text' in result) return { text: result.text, problem: null, note: null }
      return { text: null, problem: result.problem, note: writingSentences[result.problem] }
    },

    suggest: async ({ caller, session }) => {
      await app.limits.consume('suggest', caller.userId)
      return suggestReply(app, session)
    },
  }
}
