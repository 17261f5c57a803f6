import { createContext, useContext } from 'react'
import { createComposerFocus } from './composer-focus.ts'
import { createReadState } from './read-state.ts'
import { createViewers } from './viewers.ts'

export type InboxStore = ReturnType<typeof createInboxStore>

/** What is known of conversations beside the data of the server. The shell creates it for as long as it is mounted. */
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
