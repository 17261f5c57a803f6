import { usePreference } from '../../kit/browser/preferences.ts'
import { useCompany } from '../../kit/http/auth-storage.ts'
import { usePermission } from '../../kit/permissions.ts'
import { getOnboardingView } from './onboarding-view.ts'

/** The setup is shown until a person hides it, to those who can complete it. */
export function useSetupVisibility() {
  const view = getOnboardingView(useCompany()?.id ?? '')
  const canPublish = usePermission('projects.publish')
  const isVisible = usePreference(view) !== 'hidden' && canPublish
  return { isVisible, hide: () => view.set('hidden') }
}
