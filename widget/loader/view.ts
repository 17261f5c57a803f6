import type { Launcher } from './launcher/launcher.ts'
import type { PageEvents } from './page-events.ts'
import { createPageLock } from './page-lock.ts'

/** What the visitor sees. The launcher, the panel and the bridge share it. */
export type View = {
  isOpen: boolean
  isVisible: boolean
  /** The visitor has opened the chat, so the frame takes the focus once it is ready. */
  takesFocus: boolean
  /** The visitor has signed out of the website, or the chat has been deleted. */
  isEnded: boolean
  setOpen(isOpen: boolean): void
  setVisible(isVisible: boolean): void
}

export function createView(launcher: Launcher, events: PageEvents, onChange: () => void): View {
  const view: View = {
    isOpen: false,
    isVisible: true,
    takesFocus: false,
    isEnded: false,
    setOpen(isOpen) {
      if (isOpen === view.isOpen) return
      view.isOpen = isOpen
      launcher.setOpen(isOpen)
      lockPage()
      onChange()
      events.emit(isOpen ? 'open' : 'close')
    },
    setVisible(isVisible) {
      view.isVisible = isVisible
      launcher.setVisible(isVisible)
      lockPage()
      onChange()
    },
  }
  const lockPage = createPageLock(launcher.host, view)
  return view
}
