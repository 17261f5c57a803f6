import type { CompanyModels } from './company-models/company-models.ts'
import type { GuardedFetch } from './kit/ai/guarded-fetch.ts'
import type { Db } from './kit/db/db.ts'
import type { IndexBuilder } from './kit/db/index-builder.ts'
import type { ClientAddress } from './kit/http/client-address.ts'
import type { FetchPage } from './kit/http/fetch-page.ts'
import type { Hosts } from './kit/http/hosts.ts'
import type { PublicWeb } from './kit/http/public-web.ts'
import type { RateLimits } from './kit/http/rate-limits.ts'
import type { Jobs } from './kit/jobs/jobs.ts'
import type { Mail } from './kit/mail/mail.ts'
import type { Log } from './kit/observability/log.ts'
import type { Metrics } from './kit/observability/metrics.ts'
import type { Tracing } from './kit/observability/tracing.ts'
import type { Clock } from './kit/process/clock.ts'
import type { ForegroundWork } from './kit/process/foreground-work.ts'
import type { Settings } from './kit/process/settings.ts'
import type { Timers } from './kit/process/timers.ts'
import type { Presence } from './kit/realtime/presence.ts'
import type { Realtime } from './kit/realtime/realtime.ts'
import type { TokenKit } from './kit/security/tokens.ts'
import type { Storage } from './kit/storage/storage.ts'
import type { SearchExtensions } from './knowledge/search/search-extensions.ts'
import type { Quotas } from './usage/quotas.ts'
import type { UsageRecorder } from './usage/usage-recorder.ts'
import type { CallerCache } from './users/caller-cache.ts'

/** External resources and shared services, created once and passed to the slices. */
export type App = {
  settings: Settings
  log: Log
  metrics: Metrics
  clock: Clock
  timers: Timers
  db: Db
  indexes: IndexBuilder
  tokens: TokenKit
  callers: CallerCache
  limits: RateLimits
  presence: Presence
  realtime: Realtime
  /** The AI's replies to visitors that this process is writing. */
  liveReplies: ForegroundWork
  mail: Mail
  jobs: Jobs
  storage: Storage
  /** The models that answer for each company. */
  models: CompanyModels
  usage: UsageRecorder
  quotas: Quotas
  /** Reaches model servers whose addresses companies enter. */
  modelFetch: GuardedFetch
  search: SearchExtensions
  fetchPage: FetchPage
  publicWeb: PublicWeb
  addressOf: ClientAddress
  hosts: Hosts
  tracing: Tracing
}
