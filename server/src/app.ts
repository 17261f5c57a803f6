import type { AddressOf } from './kit/address.ts'
import type { Embedder, Model } from './kit/ai.ts'
import type { Clock } from './kit/clock.ts'
import type { Db } from './kit/db.ts'
import type { FetchPage } from './kit/fetch-page.ts'
import type { Jobs } from './kit/jobs.ts'
import type { Limits } from './kit/limits.ts'
import type { Log } from './kit/log.ts'
import type { Mail } from './kit/mail.ts'
import type { Metrics } from './kit/metrics.ts'
import type { Presence } from './kit/presence.ts'
import type { PublicWeb } from './kit/public-web.ts'
import type { Realtime } from './kit/realtime.ts'
import type { SearchParts } from './kit/search-parts.ts'
import type { Settings } from './kit/settings.ts'
import type { Storage } from './kit/storage.ts'
import type { TokenKit } from './kit/tokens.ts'
import type { Tracing } from './kit/tracing.ts'
import type { Callers } from './users/callers.ts'

/** Everything that reaches outside, made once and handed to whoever needs a part of it. */
export type App = {
  settings: Settings
  log: Log
  metrics: Metrics
  clock: Clock
  db: Db
  tokens: TokenKit
  callers: Callers
  limits: Limits
  presence: Presence
  realtime: Realtime
  mail: Mail
  jobs: Jobs
  storage: Storage
  model: Model | null
  /** Null where no embedding model is set, or the database cannot keep vectors. */
  embedder: Embedder | null
  search: SearchParts
  fetchPage: FetchPage
  publicWeb: PublicWeb
  addressOf: AddressOf
  tracing: Tracing
}
