import { publishSentences, releaseRoutes } from '@aichat/contracts/releases'
import type { App } from '../app.ts'
import { record } from '../audit/store.ts'
import { refuse } from '../kit/errors.ts'
import type { Http } from '../kit/http.ts'
import { serve } from '../kit/serve.ts'
import { projectDoor } from '../projects/find.ts'
import { embedCode } from './embed-code.ts'
import { publishProject } from './publish-project.ts'

export function mountReleases(http: Http, app: App): void {
  const { publicUrl } = app.settings
  serve(http, releaseRoutes, { projectId: projectDoor(app) })({
    publish: async ({ caller, project, request }) => {
      const published = await app.db.company(caller.companyId, async (sql) => {
        const after = await publishProject(sql, caller, project.id)
        const subject = { kind: 'project' as const, id: project.id, name: after.name }
        if (after.publishedAt !== project.publishedAt)
          await record(sql, { ...caller, address: request.ip }, 'published', subject)
        return after
      })
      return { project: published, embedCode: embedCode(publicUrl, published.publicKey) }
    },
    embedCode: ({ project }) => {
      if (!project.isPublished) refuse(409, publishSentences.draft)
      return { embedCode: embedCode(publicUrl, project.publicKey) }
    },
  })
}
