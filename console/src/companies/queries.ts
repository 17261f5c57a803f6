import { companyRoutes } from '@aichat/contracts/companies'
import type { BodyInput } from '@aichat/contracts/route'
import { useMutation } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { storeAccount } from '../kit/auth-storage.ts'

const calls = api(companyRoutes)

export function useUpdateCompany() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof companyRoutes.update>) => calls.update({ body }),
    onSuccess: (company) => storeAccount({ company }),
  })
}
