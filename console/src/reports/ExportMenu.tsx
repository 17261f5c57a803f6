import { type ReportFormat, type ReportName, reportFormats } from '@aichat/contracts/company/reports'
import { Download } from 'lucide-react'
import { log } from '../kit/log.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { Menu } from '../ui/overlay/Menu.tsx'
import type { ReportFilter } from './filter/report-filter.ts'
import { exportReport } from './queries.ts'

const labels: Record<ReportFormat, string> = { csv: 'Download CSV', json: 'Download JSON' }

export function ExportMenu({ name, filter }: { name: ReportName; filter: ReportFilter }) {
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
    <Menu label="Export" icon={<Download aria-hidden strokeWidth={1.75} />} choices={[...downloads, print]} />
  )
}
