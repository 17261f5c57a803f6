import type { Session } from '@aichat/contracts/chat/sessions'
import { useState } from 'react'
import { createPreference, usePreference } from '../../kit/browser/preferences.ts'

/** Whether the summary of a conversation that needs a person is expanded. */
const expandedSummary = createPreference('conversation-summary', ['open', 'closed'])

export type SummaryPanelState = {
  isShown: boolean
  /** Its header stays when it is collapsed. */
  isPinned: boolean
  isExpanded: boolean
  toggle: () => void
}

/** Shown while the conversation needs a person, and until another one is opened; for others by choice. */
export function useSummaryPanel(session: Session | undefined): SummaryPanelState {
  const isPreferred = usePreference(expandedSummary) === 'open'
  const [isRequested, setRequested] = useState(false)
  const [wasNeeded, setNeeded] = useState(false)
  if (session?.needsHuman && !wasNeeded) setNeeded(true)
  const isExpanded = isRequested || (wasNeeded && isPreferred)
  return {
    isShown: wasNeeded || isRequested,
    isPinned: wasNeeded,
    isExpanded,
    toggle() {
      setRequested(!isExpanded && !wasNeeded)
      if (wasNeeded) expandedSummary.set(isExpanded ? 'closed' : 'open')
    },
  }
}
