import { type Installation, installationRoutes } from '@aichat/contracts/widget/installation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(installationRoutes)

const pollIntervalsMs = { checking: 1500, idle: 15_000 }

function installationKey(projectId: string) {
  return ['installation', projectId] as const
}

export function useInstallation(projectId: string, isChecking = false) {
  return useQuery({
    queryKey: installationKey(projectId),
    queryFn: ({ signal }) => calls.get({ params: { projectId }, signal }),
    refetchInterval: isChecking ? pollIntervalsMs.checking : pollIntervalsMs.idle,
    // The checked page opens in another tab, so this one is in the background.
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
