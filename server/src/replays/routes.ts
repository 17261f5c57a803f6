import { replayRoutes } from '@aichat/contracts/ai/replays'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { afterCommit, serve, withoutTransaction } from '../kit/http/serve.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import { requireProject } from '../projects/guard.ts'
import { broadcastAnswerState } from '../releases/broadcast.ts'
import { requireReplay } from './guard.ts'
import { reviewReplay } from './review-replay.ts'
import type { ReplayRunner } from './run.ts'
import { findLatestReplay, listResults } from './store.ts'

type Dependencies = Pick<App, 'realtime'> & { replays: ReplayRunner; bus: InvalidationBus }

export function mountReplays(http: Http, app: Dependencies): void {
  serve(http, replayRoutes, { projectId: requireProject, replayId: requireReplay })({
    start: withoutTransaction(({ caller, project }) =>
      app.replays.startReplay({ companyId: caller.companyId, projectId: project.id }),
    ),
    review: async ({ sql, actor, caller, project, replay }) => {
      const reviewed = await reviewReplay(sql, actor, project, replay.id)
      return afterCommit(() => {
        // The FAQs that the widget shows are part of the answers.
        app.bus.publish(caller.companyId)
        broadcastAnswerState(app, { companyId: caller.companyId, projectId: project.id })
        return reviewed
      })
    },
    latest: async ({ sql, project }) => {
      const replay = await findLatestReplay(sql, project.id)
      return { replay, results: replay ? await listResults(sql, replay.id) : [] }
    },
  })
}
