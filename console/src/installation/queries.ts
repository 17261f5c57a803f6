import { type Installation, installationRoutes } from '@aichat/contracts/installation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { cache } from '../kit/cache.ts'

const calls = api(installationRoutes)

/** Milliseconds between two looks: somebody waits, or nobody does. */
const pollIntervalsMs = { checking: 1500, resting: 15_000 }

function installationKey(projectId: string) {
  return ['installation', projectId] as const
}

export function useInstallation(projectId: string, isChecking = false) {
  return useQuery({
    queryKey: installationKey(projectId),
    queryFn: ({ signal }) => calls.get({ params: { projectId }, signal }),
    refetchInterval: isChecking ? pollIntervalsMs.checking : pollIntervalsMs.resting,
    // The page that is checked stands in another tab, in front of this one.
    refetchIntervalInBackground: isChecking,
  })
}

export function useSaveOrigins(projectId: string) {
  return useMutation({
    mutationFn: (origins: string[]) => calls.saveOrigins({ params: { projectId }, body: { origins } }),
    onSuccess: (installation) => {
      cache.setQueryData<Installation>(installationKey(projectId), installation)
    },
  })
}
