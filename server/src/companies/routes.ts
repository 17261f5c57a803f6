import { companyRoutes } from '@aichat/contracts/company/companies'
import type { Http } from '../kit/http/http.ts'
import { serve } from '../kit/http/serve.ts'
import { changeCompany } from './change-company.ts'

export function mountCompanies(http: Http): void {
  serve(
    http,
    companyRoutes,
  )({
    update: ({ sql, actor, body }) => changeCompany(sql, actor, body),
  })
}
