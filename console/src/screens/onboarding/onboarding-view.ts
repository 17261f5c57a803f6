import { createPreference, type Preference } from '../../kit/browser/preferences.ts'

export type OnboardingView = 'open' | 'folded' | 'hidden'

const views = ['open', 'folded', 'hidden'] as const
const preferences = new Map<string, Preference<OnboardingView>>()

/** Whether the setup checklist is shown, stored per browser and company. */
export function getOnboardingView(companyId: string): Preference<OnboardingView> {
  const known = preferences.get(companyId)
  if (known) return known
  const created = createPreference(`set-up ${companyId}`, views)
  preferences.set(companyId, created)
  return created
}
