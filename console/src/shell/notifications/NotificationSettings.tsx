import { useState } from 'react'
import { desktopAlerts, doNotDisturb, sound, usePreference } from '../../kit/browser/preferences.ts'
import { Switch } from '../../ui/forms/Switch.tsx'
import { areAlertsSupported, requestAlertPermission } from './desktop-alerts.ts'

/** Switches for sound, desktop alerts and do not disturb. */
export function NotificationSettings() {
  const isSoundOn = usePreference(sound) === 'on'
  const areAlertsOn = usePreference(desktopAlerts) === 'on'
  const isQuiet = usePreference(doNotDisturb) === 'on'
  const [areBlocked, setBlocked] = useState(false)

  async function switchAlerts(isOn: boolean) {
    const isAllowed = isOn && (await requestAlertPermission())
    setBlocked(isOn && !isAllowed)
    desktopAlerts.set(isAllowed ? 'on' : 'off')
  }

  return (
    <div className="flex flex-col gap-1">
      <Switch isSelected={isSoundOn} onChange={(isOn) => sound.set(isOn ? 'on' : 'off')}>
        Sound
      </Switch>
      {areAlertsSupported() && (
        <Switch isSelected={areAlertsOn} onChange={switchAlerts}>
          Desktop alerts
        </Switch>
      )}
      <p role="status" className="text-warn empty:hidden">
        {areBlocked && 'Your browser is blocking alerts from this site.'}
      </p>
      <Switch isSelected={isQuiet} onChange={(isOn) => doNotDisturb.set(isOn ? 'on' : 'off')}>
        Do not disturb
      </Switch>
    </div>
  )
}
