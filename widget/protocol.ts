/** What the loader and the chat in its frame say to each other, always to one exact origin. */

export type HostPage = { url: string; referrer: string; language: string }

/** What the page keeps for a frame to which the browser lends no storage: one text for each kind, the frame's own JSON. */
type Kept = { localStorage: string | null; sessionStorage: string | null }

/** Loader to frame: whole, at the start and whenever the panel opens or closes. */
export type HostMessage = {
  type: 'aichat:host'
  isOpen: boolean
  takesFocus: boolean
  page: HostPage
  kept: Kept
}

export type FrameMessage =
  | { type: 'aichat:close' }
  | { type: 'aichat:status'; unread: number; isRunning: boolean }
  | { type: 'aichat:keep'; kind: keyof Kept; kept: string }

/** The query parameter that names the page's origin to the frame. */
export const hostParameter = 'host'
