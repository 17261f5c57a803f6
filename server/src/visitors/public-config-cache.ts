import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { PublicConfig } from '@aichat/contracts/visitors'
import type { App } from '../app.ts'
import type { Http } from '../kit/http/http.ts'
import { isWithin } from '../kit/process/clock.ts'
import type { InvalidationBus } from '../kit/realtime/invalidation-bus.ts'
import type { PublicProject } from '../projects/store.ts'
import { companyPresenceKey } from '../sessions/staff-presence.ts'
import { localizeConfig } from './localize-config.ts'
import { loadPublicConfig, requirePublishedProject } from './public-config.ts'

/** An answer as it goes out. */
type SerializedConfig = { config: PublicConfig; text: string; gzip: Buffer; tag: string }

/** `isLauncher`: the launcher has no use for FAQs, and is on every page. */
type Wanted = { language: string; isLauncher: boolean }

export type PublicConfigCache = {
  /** @throws the same 404 for a draft, a deleted and an unknown project */
  find(publicKey: string, wanted: Wanted): Promise<{ project: PublicProject; written: SerializedConfig }>
}

type Kept = { project: PublicProject; write(wanted: Wanted, humansOnline: boolean): SerializedConfig }

const mostKept = 10_000
const keptMs = 30_000
/** Where a change in another process is not heard of. */
const keptUnheardMs = 1000

/**
 * What the widget reads on every page view of every website, kept ready. A change that anybody of the company makes,
 * through whichever call and process, throws away what is kept of it.
 */
export function createPublicConfigCache(
  http: Http,
  app: Pick<App, 'db' | 'presence' | 'clock'>,
  bus: InvalidationBus,
): PublicConfigCache {
  const all = new Map<string, { keptAt: number; companyId: string | null; kept: Promise<Kept> }>()

  bus.subscribe((notice) => {
    if (notice === null) return all.clear()
    // What is being read just now may be what was: it is thrown away whosoever it is.
    for (const [key, { companyId }] of all) if (companyId === null || companyId === notice) all.delete(key)
  })
  http.addHook('onSend', (request, reply, _, done) => {
    const isChange = request.method !== 'GET' && request.caller && reply.statusCode < 300
    if (isChange && request.caller) bus.publish(request.caller.companyId)
    done()
  })

  function keep(publicKey: string): Promise<Kept> {
    const known = all.get(publicKey)
    const most = bus.isConnected() ? keptMs : keptUnheardMs
    if (known && isWithin(app.clock, known.keptAt, most)) return known.kept
    const kept = read(publicKey)
    const entry = { keptAt: app.clock.now(), companyId: null as string | null, kept }
    all.delete(publicKey)
    all.set(publicKey, entry)
    if (all.size > mostKept) all.delete(all.keys().next().value as string)
    kept.then(
      ({ project }) => {
        entry.companyId = project.companyId
      },
      () => {
        if (all.get(publicKey) === entry) all.delete(publicKey)
      },
    )
    return kept
  }

  async function read(publicKey: string): Promise<Kept> {
    const project = await requirePublishedProject(app, publicKey)
    const config = await loadPublicConfig(app, project)
    const answers = new Map<string, SerializedConfig>()
    return {
      project,
      write({ language, isLauncher }, humansOnline) {
        const key = `${language} ${isLauncher} ${humansOnline}`
        const known = answers.get(key)
        if (known) return known
        const spoken = localizeConfig(isLauncher ? { ...config, faqs: [] } : config, language)
        const written = write({ ...spoken, humansOnline })
        answers.set(key, written)
        return written
      },
    }
  }

  return {
    async find(publicKey, wanted) {
      const { project, write } = await keep(publicKey)
      const [isOnline = false] = await app.presence.arePresent([companyPresenceKey(project.companyId)])
      return { project, written: write(wanted, isOnline) }
    },
  }
}

function write(config: PublicConfig): SerializedConfig {
  const text = JSON.stringify({ success: true, data: config })
  const gzip = gzipSync(text, { level: 9 })
  return {
    config,
    text,
    gzip,
    tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  }
}
