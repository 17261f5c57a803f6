import type { Connection } from '../connection/connection.ts'
import type { CatchUp } from './catch-up.ts'
import type { Outbox } from './outbox.ts'
import type { Store } from './store.ts'
import type { VisitorStorage } from './visitor-storage.ts'

/** What the parts of one chat share. */
export type ChatContext = {
  store: Store
  storage: VisitorStorage
  catchUp: CatchUp
  outbox: Outbox
  /** Undefined until the visitor has a token. */
  connection: Connection | undefined
}
