import { notificationSentences, type PushNotifications } from '@aichat/contracts/company/notifications'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import {
  getPushSupport,
  NotificationsBlockedError,
  type PushSupport,
  usePushDeviceId,
} from './push-device.ts'
import { QuietHoursFields } from './QuietHoursFields.tsx'
import { useChangeNotificationSettings, useNotifications, useTestPush, useTurnPush } from './queries.ts'

const supportNotes: Record<PushSupport, string> = {
  supported: '',
  unsupported: "This browser doesn't support push notifications.",
  insecure: 'Open the console over HTTPS to get push notifications.',
  install: 'On iPhone and iPad, add the console to your Home Screen and open it from there.',
}

const blockedNote =
  "Your browser is blocking notifications from this site. Allow them in the browser's settings."

/** Push notifications of this browser, and about what and when the user gets them on all devices. */
export function PushSettings() {
  const { data, error, refetch } = useNotifications()
  const deviceId = usePushDeviceId()
  const turn = useTurnPush()
  const test = useTestPush()
  const support = getPushSupport()
  const isOn = turn.isPending ? turn.variables : deviceId !== null
  const isBlocked = turn.error instanceof NotificationsBlockedError
  if (error)
    return (
      <Notice>
        {errorMessage(error, notificationSentences.loadFailed)} <RetryButton onPress={refetch} />
      </Notice>
    )
  const others = data?.devices.filter(({ _id }) => _id !== deviceId) ?? []
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col items-start gap-2">
        <Switch
          isSelected={isOn}
          onChange={(next) => turn.mutate(next)}
          isDisabled={support !== 'supported' || turn.isPending}
          className="self-stretch"
        >
          On this device
        </Switch>
        <p role="status" className="text-ink-2 empty:hidden">
          {isBlocked ? blockedNote : supportNotes[support]}
        </p>
        {deviceId && (
          <Button size="compact" isBusy={test.isPending} onPress={() => test.mutate(deviceId)}>
            Send a test
          </Button>
        )}
        {others.length > 0 && <p className="text-ink-2">Also on: {describeDevices(others)}</p>}
      </div>
      {data && data.devices.length > 0 && <Reasons notifications={data} />}
    </div>
  )
}

const reasons = [
  ['mentions', 'Mentions'],
  ['assigned', 'Conversations assigned to me'],
  ['needsPerson', 'Unassigned conversations waiting for a reply'],
] as const

function Reasons({ notifications: { settings } }: { notifications: PushNotifications }) {
  const change = useChangeNotificationSettings()
  return (
    <>
      <fieldset className="flex flex-col gap-1 border-t pt-3">
        <legend className="sr-only">Notify me on all my devices about</legend>
        <p aria-hidden className="text-ink-2">
          Notify me on all my devices about
        </p>
        {reasons.map(([key, label]) => (
          <Switch key={key} isSelected={settings[key]} onChange={(isOn) => change.mutate({ [key]: isOn })}>
            {label}
          </Switch>
        ))}
      </fieldset>
      <div className="flex flex-col gap-1 border-t pt-3">
        <QuietHoursFields
          quietHours={settings.quietHours}
          onChange={(quietHours) => change.mutate({ quietHours })}
        />
      </div>
    </>
  )
}

function describeDevices(devices: PushNotifications['devices']): string {
  return devices.map(({ name }) => name ?? 'Unknown device').join(', ')
}
