import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { desktopAlerts, desktopAlertsPrompt, usePreference } from '../../kit/browser/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { areAlertsSupported, requestAlertPermission } from './desktop-alerts.ts'

const promptDelayMs = 60_000

/** Asks once in each browser, after a minute in an inbox with conversations. */
export function DesktopAlertsPrompt({ hasConversations }: { hasConversations: boolean }) {
  const { isOpen, close } = usePrompt(hasConversations)
  if (!isOpen) return null

  async function accept() {
    const isAllowed = await requestAlertPermission()
    desktopAlerts.set(isAllowed ? 'on' : 'off')
    close()
  }

  return (
    <section
      aria-label="Desktop alerts"
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-t bg-accent-soft px-4 py-2 text-accent-text"
    >
      <BellRing aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <p className="min-w-0 flex-1">Get a desktop alert when a visitor writes?</p>
      <span className="flex w-full gap-2">
        <Button size="compact" onPress={accept}>
          Turn on alerts
        </Button>
        <Button size="compact" variant="ghost" onPress={close}>
          Not now
        </Button>
      </span>
    </section>
  )
}

function usePrompt(isWanted: boolean) {
  const canAsk = usePreference(desktopAlertsPrompt) === 'open' && isWanted
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!canAsk || !areAlertsSupported() || Notification.permission !== 'default') return
    const timer = setTimeout(() => {
      setOpen(true)
      desktopAlertsPrompt.set('shown')
    }, promptDelayMs)
    return () => clearTimeout(timer)
  }, [canAsk])
  return { isOpen, close: () => setOpen(false) }
}
