import { widgetSentences } from '@aichat/contracts/widget/widget'
import { Check, CircleAlert } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

export function SaveStatus({ draft: { saveState, retry } }: { draft: WidgetDraft }) {
  return (
    <div className="flex min-h-7 items-center gap-1">
      <span role="status" className="flex items-center gap-1.5 text-ink-2">
        {saveState === 'saving' && (
          <>
            <Spinner size={14} /> Saving...
          </>
        )}
        {saveState === 'saved' && (
          <>
            <Check aria-hidden size={14} className="text-ok" /> Saved
          </>
        )}
        {saveState === 'error' && (
          <span className="flex items-center gap-1.5 text-bad">
            <CircleAlert aria-hidden size={14} /> {widgetSentences.saveFailed}
          </span>
        )}
      </span>
      {saveState === 'error' && (
        <Button variant="ghost" size="compact" onPress={retry}>
          Retry
        </Button>
      )}
    </div>
  )
}
