import { MailWarning } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { useHeldEmails } from './held-queries.ts'

/** Below the list of conversations, while emails wait for a decision. */
export function HeldEmailsNotice({ onOpen }: { onOpen: () => void }) {
  const { data } = useHeldEmails()
  if (!data || data.count === 0) return null
  return (
    <section
      aria-label="Emails to review"
      className="flex shrink-0 items-center gap-2 border-t bg-warn-soft px-4 py-2 text-warn"
    >
      <MailWarning aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <p role="status" className="min-w-0 flex-1">
        {data.count === 1 ? '1 email to review' : `${data.count} emails to review`}
      </p>
      <Button size="compact" onPress={onOpen}>
        Review
      </Button>
    </section>
  )
}
