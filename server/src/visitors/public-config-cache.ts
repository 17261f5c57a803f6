import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { PublicConfig } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { createInvalidatedCache } from '../kit/process/invalidated-cache.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import type { PublicProject } from '../projects/store.ts'
import { companyPresenceKey } from '../sessions/staff-presence.ts'
import { localizeConfig } from './localize-config.ts'
import { loadPublicConfig, requirePublishedProject } from './public-config.ts'

/** A response body with its ETag, in both encodings. */
type SerializedConfig = { config: PublicConfig; text: string; gzip: Buffer; tag: string }

/** The launcher, which runs on every page, gets the config without FAQs. */
type Variant = { language: string; isLauncher: boolean }

export type PublicConfigCache = {
  /** @throws the same 404 for a draft, a deleted and an unknown project */
  find(publicKey: string, variant: Variant): Promise<{ project: PublicProject; serialized: SerializedConfig }>
}

type CachedConfig = {
  project: PublicProject
  serialize(variant: Variant, humansOnline: boolean): SerializedConfig
}

/**
 * Caches the config that the widget reads on every page view. Every change within a company, through any route and
 * process, evicts the configs of its projects.
 */
export function createPublicConfigCache(
  http: Http,
  app: Pick<App, 'db' | 'presence' | 'clock' | 'settings'>,
  bus: InvalidationBus,
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
      const { project, serialize } = await cache.get(publicKey, () => load(app, publicKey))
      const [isOnline = false] = await app.presence.arePresent([companyPresenceKey(project.companyId)])
      return { project, serialized: serialize(variant, isOnline) }
    },
  }
}

async function load(app: Pick<App, 'db' | 'settings'>, publicKey: string): Promise<CachedConfig> {
  const project = await requirePublishedProject(app, publicKey)
  const config = await loadPublicConfig(app, project)
  const { widgetUrl } = app.settings
  const launcherConfig = {
    ...config,
    faqs: [],
    ...(widgetUrl ? { widgetOrigin: new URL(widgetUrl).origin } : {}),
  }
  const serializedConfigs = new Map<string, SerializedConfig>()
  return {
    project,
    serialize({ language, isLauncher }, humansOnline) {
      const key = `${language} ${isLauncher} ${humansOnline}`
      const cached = serializedConfigs.get(key)
      if (cached) return cached
      const localized = localizeConfig(isLauncher ? launcherConfig : config, language)
      const serialized = serializeConfig({ ...localized, humansOnline })
      serializedConfigs.set(key, serialized)
      return serialized
    },
  }
}

function serializeConfig(config: PublicConfig): SerializedConfig {
  const text = JSON.stringify({ success: true, data: config })
  return {
    config,
    text,
    gzip: gzipSync(text, { level: 9 }),
    tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  }
}
