import { type ReportFormat, type ReportName, reportFormats } from '@aichat/contracts/company/reports'
import { Download } from 'lucide-react'
import { log } from '../kit/log.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { Menu } from '../ui/overlay/Menu.tsx'
import type { ReportFilter } from './filter/report-filter.ts'
import { exportReport } from './queries.ts'
import { useChangeSubscription, useReportSubscription } from './weekly/queries.ts'

const labels: Record<ReportFormat, string> = { csv: 'Download CSV', json: 'Download JSON' }

export function ExportMenu({ name, filter }: { name: ReportName; filter: ReportFilter }) {
  const email = useEmailChoice()
  async function start(format: ReportFormat) {
    try {
      await exportReport(name, filter, format)
    } catch (error) {
      const message = 'Failed to download the report'
      log(message, error)
      toast(message, { tone: 'bad', action: { label: 'Retry', onPress: () => start(format) } })
    }
  }
  const downloads = reportFormats.map((format) => ({
    key: format,
    label: labels[format],
    onChoose: () => start(format),
  }))
  const print = { key: 'print', label: 'Print', isNewGroup: true, onChoose: () => window.print() }
  return (
    <Menu
      label="Export"
      icon={<Download aria-hidden strokeWidth={1.75} />}
      choices={[...downloads, print, ...email]}
    />
  )
}

/** Turns the weekly report on or off, where the installation sends mail. */
function useEmailChoice() {
  const { data: subscription } = useReportSubscription()
  const { mutateAsync } = useChangeSubscription()
  if (!subscription?.isAvailable) return []
  async function change(isSubscribed: boolean) {
    await mutateAsync(isSubscribed)
    toast(
      isSubscribed ? "You'll get last week's numbers by email every Monday" : 'Weekly report turned off',
      {
        action: { label: 'Undo', onPress: () => start(!isSubscribed) },
      },
    )
  }
  // The mutation reports its failure.
  const start = (isSubscribed: boolean) => void change(isSubscribed).catch(() => {})
  const { isSubscribed } = subscription
  const label = isSubscribed ? 'Turn off weekly email' : 'Email me every Monday'
  return [{ key: 'email', label, isNewGroup: true, onChoose: () => start(!isSubscribed) }]
}
