import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { desktopAlerts, desktopAlertsPrompt, usePreference } from '../../kit/browser/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { areAlertsSupported, requestAlertPermission } from './desktop-alerts.ts'

/** Shown once there are conversations, until the user answers it. */
export function DesktopAlertsPrompt({ hasConversations }: { hasConversations: boolean }) {
  const isOpen = usePreference(desktopAlertsPrompt) === 'open'
  const [isAnswered, setAnswered] = useState(
    () => !areAlertsSupported() || Notification.permission !== 'default',
  )
  if (!hasConversations || !isOpen || isAnswered) return null

  async function accept() {
    const isAllowed = await requestAlertPermission()
    desktopAlerts.set(isAllowed ? 'on' : 'off')
    setAnswered(true)
  }

  return (
    <section
      aria-label="Desktop alerts"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-accent-soft px-4 py-1.5 text-small text-accent-text"
    >
      <BellRing aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <p className="me-auto">Get a desktop alert when a visitor writes?</p>
      <Button size="compact" onPress={accept}>
        Turn on alerts
      </Button>
      <Button size="compact" variant="ghost" onPress={() => desktopAlertsPrompt.set('declined')}>
        Not now
      </Button>
    </section>
  )
}
