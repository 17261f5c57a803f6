import type { AuditAction } from '@aichat/contracts/company/audit-actions'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { log } from '../kit/log.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { type AuditFormat, exportAuditLog } from './queries.ts'

const formats: { format: AuditFormat; label: string }[] = [
  { format: 'csv', label: 'Export CSV' },
  { format: 'jsonl', label: 'Export JSON Lines' },
]

/** Downloads the whole log, or the events of the selected activity. */
export function ExportButtons({ action }: { action: AuditAction | undefined }) {
  const [pending, setPending] = useState<AuditFormat | null>(null)

  async function start(format: AuditFormat) {
    setPending(format)
    try {
      await exportAuditLog(format, action)
    } catch (error) {
      const message = 'Failed to export the audit log'
      log(message, error)
      toast(message, { tone: 'bad', action: { label: 'Retry', onPress: () => start(format) } })
    }
    setPending(null)
  }

  return formats.map(({ format, label }) => (
    <Button
      key={format}
      size="compact"
      icon={<Download aria-hidden size={14} strokeWidth={1.75} />}
      isBusy={pending === format}
      onPress={() => start(format)}
    >
      {label}
    </Button>
  ))
}
