import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { LauncherConfig, PublicConfig } from '@aichat/contracts/chat/visitors'
import type { Language } from '@aichat/contracts/kit/languages'
import type { App } from '../app.ts'
import { type LoadHours, type ReadHours, secondsToChange } from '../hours/public-hours.ts'
import type { Http } from '../kit/http/http.ts'
import { createInvalidatedCache } from '../kit/process/invalidated-cache.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import type { PublicProject } from '../projects/store.ts'
import { companyPresenceKey } from '../staff-channel/presence.ts'
import { toLauncherConfig } from './launcher-config.ts'
import { localizeConfig } from './localize-config.ts'
import { loadPublicConfig, requirePublishedProject } from './public-config.ts'

/** A response body in both encodings, and the hash of its content. */
type SerializedConfig = { config: PublicConfig | LauncherConfig; text: string; gzip: Buffer; hash: string }

type Variant = { language: Language; isLauncher: boolean }

/** Clients may use the config for this time, which ends when the business hours change its content. */
type FoundConfig = { project: PublicProject; serialized: SerializedConfig; maxAgeSeconds: number }

export type PublicConfigCache = {
  /** @throws the same 404 for a draft, a deleted and an unknown project */
  find(publicKey: string, variant: Variant): Promise<FoundConfig>
}

/** What changes with the time and with the people who are online. */
type LiveState = Pick<PublicConfig, 'humansOnline' | 'hours'>

const maxAgeSeconds = 60

type CachedConfig = {
  project: PublicProject
  readHours: ReadHours
  serialize(variant: Variant, state: LiveState): SerializedConfig
}

/**
 * Caches the config that the widget reads on every page view. Every change within a company, through any route and
 * process, evicts the configs of its projects.
 */
export function createPublicConfigCache(
  http: Http,
  app: Pick<App, 'db' | 'presence' | 'clock' | 'settings'>,
  bus: InvalidationBus,
  loadHours: LoadHours,
): PublicConfigCache {
  const cache = createInvalidatedCache<CachedConfig>({
    clock: app.clock,
    bus,
    maxEntries: 10_000,
    ttlMs: 30_000,
    disconnectedTtlMs: 1000,
    getTags: ({ project }) => [project.companyId],
  })
  http.addHook('onSend', (request, reply, _, done) => {
    const isChange = request.method !== 'GET' && request.caller && reply.statusCode < 300
    if (isChange && request.caller) bus.publish(request.caller.companyId)
    done()
  })

  return {
    async find(publicKey, variant) {
      const { project, readHours, serialize } = await cache.get(publicKey, () =>
        load(app, publicKey, loadHours),
      )
      const [[humansOnline = false], hours] = await Promise.all([
        app.presence.arePresent([companyPresenceKey(project.companyId)]),
        readHours(),
      ])
      return {
        project,
        serialized: serialize(variant, { humansOnline, hours }),
        maxAgeSeconds: Math.min(maxAgeSeconds, secondsToChange(hours, app.clock.now())),
      }
    },
  }
}

async function load(
  app: Pick<App, 'db' | 'settings'>,
  publicKey: string,
  loadHours: LoadHours,
): Promise<CachedConfig> {
  const project = await requirePublishedProject(app, publicKey)
  const config = await loadPublicConfig(app, project)
  const readHours = await loadHours(project)
  const serializedConfigs = new Map<string, SerializedConfig>()
  return {
    project,
    readHours,
    serialize({ language, isLauncher }, state) {
      const key = `${language} ${isLauncher} ${JSON.stringify(state)}`
      const cached = serializedConfigs.get(key)
      if (cached) return cached
      const localized = { ...localizeConfig(config, language), ...state }
      const serialized = serializeConfig(
        isLauncher ? toLauncherConfig(localized, language, app.settings.widgetUrl) : localized,
      )
      serializedConfigs.set(key, serialized)
      return serialized
    },
  }
}

function serializeConfig(config: PublicConfig | LauncherConfig): SerializedConfig {
  const text = JSON.stringify({ success: true, data: config })
  return {
    config,
    text,
    gzip: gzipSync(text, { level: 9 }),
    hash: createHash('sha256').update(text).digest('base64url').slice(0, 22),
  }
}
