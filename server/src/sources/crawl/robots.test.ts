import { afterAll, expect, test } from 'vitest'
import {
  createScriptedSite,
  type ScriptedAnswer,
  scriptedPage,
  sendAnswer,
} from '../../../test/fixtures/scripted-site.ts'
import { createPublicWeb, type PublicWeb } from '../../kit/http/public-web.ts'
import type { QueuedPage } from '../page-queue-store.ts'
import { createSiteFetcher } from './fetch-queued-page.ts'
import { createHostHealth } from './host-health.ts'
import { createHostPacer } from './host-pacer.ts'
import { createRobotsCache } from './robots.ts'
import { createSiteScope } from './site-scope.ts'

const site = await createScriptedSite()
afterAll(() => site.close())
const { port } = new URL(site.origin)

/** Every host name leads to the scripted website. */
const publicWeb: PublicWeb = {
  ...createPublicWeb([], []),
  check: async (address) => ({ url: new URL(address), address: '127.0.0.1', isAllowed: true }),
}

function setRobots(answers: Record<string, ScriptedAnswer>): void {
  site.set('/robots.txt', (request, response) => {
    const [host = ''] = (request.headers.host ?? '').split(':')
    sendAnswer(request, response, answers[host] ?? { status: 404 })
  })
}

const refused = "The website's robots.txt does not allow this page."

function createFetcher() {
  const robots = createRobotsCache({ publicWeb })
  const settings = { crawlRequestsPerSecond: 1000 } as never
  const scope = createSiteScope({ url: `http://acme.test:${port}/`, include: [], exclude: [] })
  const options = { scope, until: Date.now() + 10_000, signal: new AbortController().signal }
  const fetchPage = createSiteFetcher(
    { publicWeb, settings, pacer: createHostPacer(), robots, health: createHostHealth() },
    options,
  )
  return async (host: string, path: string, attempts = 1) => {
    const url = `http://${host}:${port}${path}`
    const page: QueuedPage = {
      url,
      kind: 'page',
      depth: 0,
      language: null,
      position: 1,
      attempts,
      known: null,
    }
    const fetchedPage = await fetchPage(page)
    if (!fetchedPage.result) return fetchedPage.fetched.kind
    const { result } = fetchedPage
    return 'reason' in result ? result.reason : result.kind
  }
}

test('each origin of a website has its own rules, which are loaded once', async () => {
  site.set('/private', scriptedPage('Private'))
  site.set('/open', scriptedPage('Open'))
  setRobots({
    'acme.test': { body: 'User-agent: *\nDisallow: /open' },
    'www.acme.test': { body: 'User-agent: *\nDisallow: /private' },
  })
  const fetchPage = createFetcher()
  const before = site.requests.length
  const fetchAll = [
    fetchPage('acme.test', '/open'),
    fetchPage('acme.test', '/private'),
    fetchPage('www.acme.test', '/private'),
    fetchPage('www.acme.test', '/open'),
  ]
  expect(await Promise.all(fetchAll)).toEqual([refused, 'content', refused, 'content'])
  expect(site.requests.slice(before).filter(({ path }) => path === '/robots.txt')).toHaveLength(2)
})

test('pages of an origin whose rules cannot be read are not requested', async () => {
  site.set('/open', scriptedPage('Open'))
  setRobots({ 'www.acme.test': { status: 503 } })
  const fetchPage = createFetcher()
  expect(await fetchPage('www.acme.test', '/open')).toBe(
    "The website's robots.txt could not be read. Please try again later.",
  )
  expect(await fetchPage('acme.test', '/open')).toBe('content')
})

test.each([
  ['redirects to no address', { status: 301, headers: { location: 'http://[' } }, 'content'],
  ['redirects elsewhere', { status: 301, headers: { location: 'https://other.test/' } }, 'content'],
  [
    'is larger than what is read of it',
    { body: `User-agent: *\nDisallow: /open\n${'# boats\n'.repeat(2_000_000)}` },
    refused,
  ],
])('a robots.txt that %s does not end the run', async (_, answer: ScriptedAnswer, expected) => {
  site.set('/open', scriptedPage('Open'))
  setRobots({ 'acme.test': answer })
  expect(await createFetcher()('acme.test', '/open')).toBe(expected)
})
