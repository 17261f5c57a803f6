import { createPreference, type Preference, usePreference } from '../kit/browser/preferences.ts'

const preferences = new Map<string, Preference<'no' | 'yes'>>()

/** Whether this browser has got an answer from the AI of a project. The server stores nothing of a test chat. */
function getTried(projectId: string): Preference<'no' | 'yes'> {
  const known = preferences.get(projectId)
  if (known) return known
  const created = createPreference(`tried-ai ${projectId}`, ['no', 'yes'])
  preferences.set(projectId, created)
  return created
}

export function markTried(projectId: string) {
  getTried(projectId).set('yes')
}

export function useHasTried(projectId: string): boolean {
  return usePreference(getTried(projectId)) === 'yes'
}
