import { templateRoutes } from '@aichat/contracts/templates'
import { notFound } from '../kit/errors.ts'
import { type Http, serve } from '../kit/http.ts'
import { latestVersion, publishedTemplates } from './catalogue.ts'

export function mountTemplates(http: Http): void {
  serve(
    http,
    templateRoutes,
  )({
    list: () => publishedTemplates(),
    latest: ({ params }) => latestVersion(params.key) ?? notFound(),
  })
}
