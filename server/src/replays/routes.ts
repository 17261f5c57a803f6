import { replayRoutes } from '@aichat/contracts/replays'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import { requireProject } from '../projects/guard.ts'
import { broadcastAnswerState } from '../releases/broadcast.ts'
import { requireReplay } from './guard.ts'
import { reviewReplay } from './review-replay.ts'
import type { ReplayRunner } from './run.ts'
import { findLatestReplay, listResults } from './store.ts'

export function mountReplays(http: Http, app: App, replays: ReplayRunner, bus: InvalidationBus): void {
  serve(http, replayRoutes, { projectId: requireProject(app), replayId: requireReplay(app) })({
    start: async ({ caller, project }) => {
      return replays.startReplay({ companyId: caller.companyId, projectId: project.id })
    },
    review: async ({ actor, caller, project, replay }) => {
      const scope = { companyId: caller.companyId, projectId: project.id }
      const reviewed = await app.db.company(caller.companyId, (sql) =>
        reviewReplay(sql, actor, project, replay.id),
      )
      // The FAQs that the widget shows are part of the answers.
      bus.publish(caller.companyId)
      broadcastAnswerState(app, scope)
      return reviewed
    },
    latest: ({ caller, project }) =>
      app.db.company(caller.companyId, async (sql) => {
        const replay = await findLatestReplay(sql, project.id)
        return { replay, results: replay ? await listResults(sql, replay.id) : [] }
      }),
  })
}
