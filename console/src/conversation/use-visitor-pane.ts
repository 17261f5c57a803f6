import { useState } from 'react'
import { usePreference, visitorPane } from '../kit/browser/preferences.ts'
import { extraWideQuery, useMediaQuery } from '../kit/browser/use-media-query.ts'

/** Whether the visitor pane is shown. Beside the conversation, the choice is stored; as an overlay, it is not. */
export function useVisitorPane() {
  const isBeside = useMediaQuery(extraWideQuery)
  const isOpenBeside = usePreference(visitorPane) === 'open'
  const [isOverlayOpen, setOverlayOpen] = useState(false)
  return {
    isBeside,
    isShown: isBeside ? isOpenBeside : isOverlayOpen,
    toggle() {
      if (isBeside) visitorPane.set(isOpenBeside ? 'closed' : 'open')
      setOverlayOpen(isBeside ? !isOpenBeside : !isOverlayOpen)
    },
  }
}
