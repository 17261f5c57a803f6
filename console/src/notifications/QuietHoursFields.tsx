import {
  notificationSentences,
  type QuietHours,
  quietHours as quietHoursSchema,
} from '@aichat/contracts/company/notifications'
import { useEffect, useState } from 'react'
import { Switch } from '../ui/forms/Switch.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'

const defaultTimes = { from: '22:00', to: '07:00' }

type Props = { quietHours: QuietHours | null; onChange: (quietHours: QuietHours | null) => void }

/** Saves each valid change. */
export function QuietHoursFields({ quietHours, onChange }: Props) {
  const [draft, setDraft] = useState(quietHours)
  useEffect(() => setDraft(quietHours), [quietHours])

  function change(next: QuietHours) {
    setDraft(next)
    if (quietHoursSchema.safeParse(next).success) onChange(next)
  }

  return (
    <>
      <Switch
        isSelected={quietHours !== null}
        onChange={(isOn) => onChange(isOn ? { ...defaultTimes, timeZone: getTimeZone() } : null)}
      >
        Quiet hours
      </Switch>
      {draft && (
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap gap-3">
            <TextInput
              type="time"
              label="From"
              value={draft.from}
              onChange={({ target }) => change({ ...draft, from: target.value })}
              className="w-36!"
            />
            <TextInput
              type="time"
              label="To"
              value={draft.to}
              error={getError(draft)}
              onChange={({ target }) => change({ ...draft, to: target.value })}
              className="w-36!"
            />
          </div>
          <p className="text-ink-2">
            Times are in {draft.timeZone.replaceAll('_', ' ')}. When they end, you're notified of
            conversations that are still waiting.
          </p>
        </div>
      )}
    </>
  )
}

function getError({ from, to }: QuietHours): string | undefined {
  if (!from || !to) return notificationSentences.time
  return from === to ? notificationSentences.sameTimes : undefined
}

function getTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
