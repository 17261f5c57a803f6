import { useState } from 'react'
import { desktopAlerts, doNotDisturb, sound, usePreference } from '../kit/preferences.ts'
import { Switch } from '../ui/Switch.tsx'
import { allowAlerts, canAlert } from './alerts.ts'

/** How the console calls for attention: by sound, on the desktop, or not at all. */
export function AttentionSwitches() {
  const isSoundOn = usePreference(sound) === 'on'
  const areAlertsOn = usePreference(desktopAlerts) === 'on'
  const isQuiet = usePreference(doNotDisturb) === 'on'
  const [areBlocked, setBlocked] = useState(false)

  async function switchAlerts(isOn: boolean) {
    const isAllowed = isOn && (await allowAlerts())
    setBlocked(isOn && !isAllowed)
    desktopAlerts.set(isAllowed ? 'on' : 'off')
  }

  return (
    <div className="flex flex-col gap-1">
      <Switch isSelected={isSoundOn} onChange={(isOn) => sound.set(isOn ? 'on' : 'off')}>
        Sound
      </Switch>
      {canAlert() && (
        <Switch isSelected={areAlertsOn} onChange={switchAlerts}>
          Desktop alerts
        </Switch>
      )}
      <p role="status" className="text-small text-warn empty:hidden">
        {areBlocked && 'Your browser blocks alerts from this site.'}
      </p>
      <Switch isSelected={isQuiet} onChange={(isOn) => doNotDisturb.set(isOn ? 'on' : 'off')}>
        Do not disturb
      </Switch>
    </div>
  )
}
