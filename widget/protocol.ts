/** The messages between the loader on the page and the chat in its frame, each posted to one exact origin. */

export type HostPage = { url: string; referrer: string; language: string }

/** What the page states about its visitor: a signed identity token, contact details, and attributes for the team. */
export type HostVisitor = {
  identity: string
  contact: { [Name in 'name' | 'email' | 'phone']?: string }
  attributes: Record<string, string | number | boolean | null>
}

/** The frame's items as JSON, stored by the page where the browser blocks the frame's own storage. */
type HostStoredItems = { localStorage: string | null; sessionStorage: string | null }

/** Loader to frame: the complete state, at the start and after each change. */
export type HostMessage = {
  type: 'aichat:host'
  isOpen: boolean
  takesFocus: boolean
  page: HostPage
  visitor: HostVisitor
  kept: HostStoredItems
  /** The frame has asked for the lock that the tabs of the page share, and has it now. */
  hasLock: boolean
  /** The visitor has signed out of the website: the frame deletes their data. */
  isForgetting: boolean
}

export type FrameMessage =
  /** The chat is rendered. Only then is the frame shown. */
  | { type: 'aichat:ready' }
  | { type: 'aichat:close' }
  | { type: 'aichat:status'; unread: number; isRunning: boolean }
  /** `preview` is the text of an agent's message without formatting. */
  | { type: 'aichat:event'; name: 'message' | 'error'; data: unknown; preview?: string }
  | { type: 'aichat:forgotten' }
  /** Where the frame's own storage is blocked, it creates the visitor under a lock of the page. */
  | { type: 'aichat:lock' | 'aichat:unlock' }
  /** The chat has been deleted: the launcher goes once the visitor has closed the chat. */
  | { type: 'aichat:removed' }
  | { type: 'aichat:keep'; kind: keyof HostStoredItems; kept: string }

/** The query parameters of the frame's URL with the page's origin and language. */
export const hostParameter = 'host'
export const languageParameter = 'lang'
