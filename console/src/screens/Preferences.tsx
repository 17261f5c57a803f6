import { type ReactNode, useId } from 'react'
import { singleKeyShortcuts, usePreference } from '../kit/browser/preferences.ts'
import { PushSettings } from '../notifications/PushSettings.tsx'
import { useReportSubscription } from '../reports/weekly/queries.ts'
import { WeeklyReportSettings } from '../reports/weekly/WeeklyReportSettings.tsx'
import { DensityChoice } from '../shell/DensityChoice.tsx'
import { NotificationSettings } from '../shell/notifications/NotificationSettings.tsx'
import { ThemeChoice } from '../shell/ThemeChoice.tsx'
import { Card } from '../ui/Card.tsx'
import { Switch } from '../ui/forms/Switch.tsx'

/** Choices of this browser, and of the signed-in user. */
export function Preferences() {
  const areSingleKeysOn = usePreference(singleKeyShortcuts) === 'on'
  const { data: weeklyReport } = useReportSubscription()
  return (
    <Card className="divide-y divide-line py-0!">
      <Group title="Appearance" detail="Applies to this browser.">
        <div className="flex flex-col gap-2">
          <Choice label="Theme">
            <ThemeChoice />
          </Choice>
          <Choice label="Density">
            <DensityChoice />
          </Choice>
        </div>
      </Group>
      <Group title="Notifications" detail="When a visitor writes while you work elsewhere.">
        <NotificationSettings />
      </Group>
      <Group
        title="Push notifications"
        detail="When you are mentioned or needed, also while the console is closed."
      >
        <PushSettings />
      </Group>
      <Group title="Keyboard" detail="Press ? to see all shortcuts.">
        <Switch isSelected={areSingleKeysOn} onChange={(isOn) => singleKeyShortcuts.set(isOn ? 'on' : 'off')}>
          Single-key shortcuts
        </Switch>
      </Group>
      {weeklyReport?.isAvailable && (
        <Group title="Weekly report" detail="Conversations, answers and open questions by email.">
          <WeeklyReportSettings subscription={weeklyReport} />
        </Group>
      )}
    </Card>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}

function Group({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-3 py-5 lg:grid-cols-[200px_minmax(0,1fr)]">
      <div>
        <h3 id={id} className="font-strong">
          {title}
        </h3>
        <p className="text-ink-2">{detail}</p>
      </div>
      {children}
    </section>
  )
}
