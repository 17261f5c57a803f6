import { searchRoutes } from '@aichat/contracts/ai/search'
import type { App } from '../../app.ts'
import type { Http } from '../../kit/http/http.ts'
import { serve, withoutTransaction } from '../../kit/http/serve.ts'
import { requireProject } from '../../projects/guard.ts'
import { countChunks } from './word-store.ts'

type Dependencies = Pick<App, 'db' | 'models' | 'search'>

export function mountSearchStatus(http: Http, app: Dependencies): void {
  serve(http, searchRoutes, { projectId: requireProject })({
    status: withoutTransaction(async ({ caller, project }) => {
      const { search } = app
      const { embedder, embeddingModel } = await app.models.get({
        companyId: caller.companyId,
        projectId: project.id,
      })
      const { total, withVectors } = await app.db.company(caller.companyId, (sql) =>
        countChunks(sql, project.id, embedder?.name ?? null),
      )
      return {
        words: true as const,
        typos: search.typos,
        meaning: embedder ? ('on' as const) : embeddingModel ? ('unavailable' as const) : ('off' as const),
        embeddingModel,
        chunks: total,
        chunksWithoutMeaning: embedder ? total - withVectors : 0,
      }
    }),
  })
}
