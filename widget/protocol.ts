/** What the loader and the chat in its frame say to each other, always to one exact origin. */

export type HostPage = { url: string; referrer: string; title: string; language: string }

/** Loader to frame: whole, at the start and whenever the panel opens or closes. */
export type HostMessage = { type: 'aichat:host'; isOpen: boolean; takesFocus: boolean; page: HostPage }

export type FrameMessage =
  | { type: 'aichat:close' }
  | { type: 'aichat:status'; unread: number; isRunning: boolean }

/** The query parameter that names the page's origin to the frame. */
export const hostParameter = 'host'
