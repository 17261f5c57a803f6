import { companyRoutes } from '@aichat/contracts/company/companies'
import type { BodyInput } from '@aichat/contracts/kit/route'
import { useMutation } from '@tanstack/react-query'
import { api } from '../kit/http/api.ts'
import { storeAccount } from '../kit/http/auth-storage.ts'

const calls = api(companyRoutes)

export function useUpdateCompany() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof companyRoutes.update>) => calls.update({ body }),
    onSuccess: (company) => storeAccount({ company }),
  })
}
