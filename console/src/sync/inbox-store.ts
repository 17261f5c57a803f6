import { createContext, useContext } from 'react'
import { createComposerFocus } from './composer-focus.ts'
import { createReadState } from './read-state.ts'
import { createViewers } from './viewers.ts'

export type InboxStore = ReturnType<typeof createInboxStore>

/** Client state of the inbox, which no query returns. It lives as long as the shell is mounted. */
export function createInboxStore() {
  return { readState: createReadState(), viewers: createViewers(), composerFocus: createComposerFocus() }
}

const InboxStoreContext = createContext<InboxStore | null>(null)

export const InboxStoreProvider = InboxStoreContext.Provider

export function useInboxStore(): InboxStore {
  const store = useContext(InboxStoreContext)
  if (!store) throw new Error('A part of the inbox is rendered outside the shell')
  return store
}
