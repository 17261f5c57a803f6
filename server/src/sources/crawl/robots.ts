import { readFailures } from '@aichat/contracts/ai/read-failures'
import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import type { App } from '../../app.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { type Fetched, fetchUrl } from './fetch-url.ts'
import { robotName } from './robot-name.ts'

/** The rules of one origin. */
export type Robots = {
  /** False also for an address of another origin, which has rules of its own. */
  isAllowed(url: string): boolean
  crawlDelaySeconds: number
  /** The sitemaps that the website names. */
  sitemaps: string[]
}

export type RobotsCache = {
  /** The rules of the address's origin. @throws Refusal when they cannot be read */
  get(url: string, isOnSite: (url: string) => boolean): Promise<Robots>
}

type Loaded = { loadedAt: number; robots: Robots | null; failure?: Refusal }

const cacheOptions = { max: 500 }
const freshMs = 30 * 60_000
/** How long rules that could not be read are not requested again. */
const failureMs = 10_000
const maxRedirects = 5
const maxCrawlDelaySeconds = 30

export function createRobotsCache(app: Pick<App, 'publicWeb'>): RobotsCache {
  const cache = new LRUCache<string, Loaded>(cacheOptions)
  const loading = new Map<string, Promise<Loaded>>()

  async function load(origin: string, isOnSite: (url: string) => boolean): Promise<Loaded> {
    try {
      return { robots: await loadRobots(app, `${origin}/robots.txt`, isOnSite), loadedAt: Date.now() }
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure
      // A run that is under way continues with the rules that it has.
      return { robots: cache.get(origin)?.robots ?? null, failure, loadedAt: Date.now() }
    }
  }

  /** Concurrent callers share one request. */
  async function refresh(origin: string, isOnSite: (url: string) => boolean): Promise<Loaded> {
    const current = loading.get(origin) ?? load(origin, isOnSite).finally(() => loading.delete(origin))
    loading.set(origin, current)
    const loaded = await current
    cache.set(origin, loaded)
    return loaded
  }

  return {
    async get(url, isOnSite) {
      const { origin } = new URL(url)
      const cached = cache.get(origin)
      const maxAgeMs = cached?.robots ? freshMs : failureMs
      const isFresh = cached && Date.now() - cached.loadedAt < maxAgeMs
      const { robots, failure } = isFresh ? cached : await refresh(origin, isOnSite)
      if (robots) return robots
      throw failure ?? new Error('Rules are loaded or have failed')
    },
  }
}

/** A website without robots.txt allows everything; one that cannot serve it allows nothing (RFC 9309). */
async function loadRobots(
  app: Pick<App, 'publicWeb'>,
  address: string,
  isOnSite: (url: string) => boolean,
): Promise<Robots> {
  const fetched = await follow(app, address, isOnSite)
  const isUnavailable = fetched.kind === 'status' && (fetched.status >= 500 || fetched.status === 429)
  if (isUnavailable) throw new Refusal(400, readFailures.robots, 'page_not_read')
  const text = fetched.kind === 'content' ? Buffer.from(fetched.bytes ?? []).toString('utf8') : ''
  const rules = robotsParser(address, text)
  return {
    isAllowed: (url) => rules.isAllowed(url, robotName) ?? false,
    crawlDelaySeconds: Math.min(Number(rules.getCrawlDelay(robotName)) || 0, maxCrawlDelaySeconds),
    sitemaps: rules.getSitemaps(),
  }
}

/**
 * A redirect that leads to no address or to another website, or the sixth in a row, is a website without robots.txt, like status
 * 404: the website answers, and no rules can be found (RFC 9309, section 2.3.1.2).
 */
async function follow(
  app: Pick<App, 'publicWeb'>,
  address: string,
  isOnSite: (url: string) => boolean,
): Promise<Fetched> {
  let url = address
  for (let redirects = 0; ; redirects++) {
    const fetched = await fetchUrl(app, url, 'robots')
    if (fetched.kind !== 'redirect') return fetched
    if (redirects === maxRedirects || fetched.target === null || !isOnSite(fetched.target))
      return { kind: 'other-type' }
    url = fetched.target
  }
}
