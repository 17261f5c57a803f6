import { notificationSentences } from '@aichat/contracts/company/notifications'
import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { desktopAlerts, desktopAlertsPrompt, usePreference } from '../../kit/browser/preferences.ts'
import { errorMessage } from '../../kit/http/api-error.ts'
import { log } from '../../kit/log.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/feedback/toasts.ts'
import { areAlertsSupported, requestAlertPermission } from './desktop-alerts.ts'

const promptDelayMs = 60_000

/** Asks once in each browser, after a minute in an inbox with conversations. Where tabs cannot show alerts, it offers push notifications. */
export function DesktopAlertsPrompt({ hasConversations }: { hasConversations: boolean }) {
  const { isOpen, close } = usePrompt(hasConversations)
  if (!isOpen) return null
  const areAlerts = areAlertsSupported()

  async function accept() {
    const isAllowed = await requestAlertPermission()
    if (areAlerts) desktopAlerts.set(isAllowed ? 'on' : 'off')
    else if (isAllowed) await turnOnPush()
    close()
  }

  return (
    <section
      aria-label={areAlerts ? 'Desktop alerts' : 'Push notifications'}
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-t bg-accent-soft px-4 py-2 text-accent-text"
    >
      <BellRing aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <p className="min-w-0 flex-1">
        {areAlerts
          ? 'Get a desktop alert when a visitor writes?'
          : 'Get a push notification when a visitor is waiting?'}
      </p>
      <span className="flex w-full gap-2">
        <Button size="compact" onPress={accept}>
          {areAlerts ? 'Turn on alerts' : 'Turn on notifications'}
        </Button>
        <Button size="compact" variant="ghost" onPress={close}>
          Not now
        </Button>
      </span>
    </section>
  )
}

async function turnOnPush() {
  try {
    const device = await import('../../notifications/push-device.ts')
    await device.turnOnPush()
  } catch (error) {
    log(notificationSentences.turnOnFailed, error)
    toast(errorMessage(error, notificationSentences.turnOnFailed), { tone: 'bad' })
  }
}

function usePrompt(isWanted: boolean) {
  const canAsk = usePreference(desktopAlertsPrompt) === 'open' && isWanted
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!canAsk || !canAskForNotifications()) return
    const timer = setTimeout(() => {
      setOpen(true)
      desktopAlertsPrompt.set('shown')
    }, promptDelayMs)
    return () => clearTimeout(timer)
  }, [canAsk])
  return { isOpen, close: () => setOpen(false) }
}

function canAskForNotifications(): boolean {
  const canNotify = areAlertsSupported() || ('Notification' in window && 'PushManager' in window)
  return canNotify && Notification.permission === 'default'
}
