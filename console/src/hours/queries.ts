import { type BusinessHours, hoursRoutes } from '@aichat/contracts/company/hours'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(hoursRoutes)
const key = ['hours'] as const

export function useHours() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => calls.list({ signal }) })
}

/** Saves the hours of the company (null) or of a project; null removes them. */
export function useSaveHours(projectId: string | null) {
  return useMutation<BusinessHours | null, Error, BusinessHours | null>({
    mutationFn: (hours) => {
      if (!projectId) return hours ? calls.saveCompany({ body: hours }) : calls.removeCompany({})
      const params = { projectId }
      return hours ? calls.saveProject({ params, body: hours }) : calls.removeProject({ params })
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
  })
}
