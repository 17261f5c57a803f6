import { templateRoutes } from '@aichat/contracts/templates'
import { notFound } from '../kit/errors.ts'
import type { Http } from '../kit/http.ts'
import { serve } from '../kit/serve.ts'
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
