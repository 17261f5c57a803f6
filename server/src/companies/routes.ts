import { companyRoutes } from '@aichat/contracts/companies'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { changeCompany } from './change-company.ts'

export function mountCompanies(http: Http, app: App): void {
  serve(
    http,
    companyRoutes,
  )({
    update: ({ actor, body }) => changeCompany(app, actor, body),
  })
}
