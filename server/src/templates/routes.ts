import { templateRoutes } from '@aichat/contracts/widget/templates'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { latestVersion, publishedTemplates } from './catalog.ts'

export function mountTemplates(http: Http): void {
  serve(
    http,
    templateRoutes,
  )({
    list: () => publishedTemplates(),
    latest: ({ params }) => latestVersion(params.key) ?? notFound(),
  })
}
