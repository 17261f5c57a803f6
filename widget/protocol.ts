/** What the loader and the chat in its frame say to each other, always to one exact origin. */

export type HostPage = { url: string; referrer: string; language: string }

/** What the page tells of its visitor: a token that its server has signed, labels, and what else the desk may know. */
export type HostVisitor = {
  identity: string
  contact: { [Name in 'name' | 'email' | 'phone']?: string }
  attributes: Record<string, string | number | boolean | null>
}

/** What the page keeps for a frame to which the browser lends no storage: one text for each kind, the frame's own JSON. */
type Kept = { localStorage: string | null; sessionStorage: string | null }

/** Loader to frame: whole, at the start and whenever something of it changes. */
export type HostMessage = {
  type: 'aichat:host'
  isOpen: boolean
  takesFocus: boolean
  page: HostPage
  visitor: HostVisitor
  kept: Kept
  /** The visitor has signed out of the website: nothing of this one may be left to the next. */
  isForgetting: boolean
}

export type FrameMessage =
  | { type: 'aichat:close' }
  | { type: 'aichat:status'; unread: number; isRunning: boolean }
  | { type: 'aichat:event'; name: 'message' | 'error'; data: unknown }
  | { type: 'aichat:forgotten' }
  | { type: 'aichat:keep'; kind: keyof Kept; kept: string }

/** The query parameters that name the page's origin and language to the frame. */
export const hostParameter = 'host'
export const languageParameter = 'lang'
