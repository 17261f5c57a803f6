import type { ReportSubscription } from '@aichat/contracts/company/report-subscriptions'
import { formatDateTime } from '../../kit/format/format.ts'
import { useUser } from '../../kit/http/auth-storage.ts'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { useChangeSubscription, useSendReport } from './queries.ts'

/** Turns the weekly report of the signed-in user on and off. */
export function WeeklyReportSettings({ subscription }: { subscription: ReportSubscription }) {
  const email = useUser()?.email ?? ''
  const change = useChangeSubscription()
  const send = useSendReport(email)
  const isOn = change.isPending ? change.variables : subscription.isSubscribed
  return (
    <div className="flex flex-col items-start gap-2">
      <Switch isSelected={isOn} onChange={(next) => change.mutate(next)} className="self-stretch">
        Email the numbers of last week every Monday
      </Switch>
      <p className="text-ink-2 wrap-anywhere">
        {isOn && subscription.nextAt
          ? `The next report goes to ${email} on ${formatDateTime(subscription.nextAt)}.`
          : `Reports go to ${email}.`}
      </p>
      <Button size="compact" isBusy={send.isPending} onPress={() => send.mutate()}>
        Send last week's report now
      </Button>
    </div>
  )
}
