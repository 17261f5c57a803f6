import { publishSentences, releaseRoutes } from '@aichat/contracts/releases'
import type { App } from '../app.ts'
import { refuse } from '../kit/errors.ts'
import { type Http, serve } from '../kit/http.ts'
import { projectDoor } from '../projects/find.ts'
import { embedCode } from './embed-code.ts'
import { publishProject } from './publish-project.ts'

export function mountReleases(http: Http, app: App): void {
  const { publicUrl } = app.settings
  serve(http, releaseRoutes, { projectId: projectDoor(app) })({
    publish: async ({ caller, project }) => {
      const published = await app.db.company(caller.companyId, (sql) =>
        publishProject(sql, caller, project.id),
      )
      return { project: published, embedCode: embedCode(publicUrl, published.publicKey) }
    },
    embedCode: ({ project }) => {
      if (!project.isPublished) refuse(409, publishSentences.draft)
      return { embedCode: embedCode(publicUrl, project.publicKey) }
    },
  })
}
