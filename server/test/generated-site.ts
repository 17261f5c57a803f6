import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createGate } from './gate.ts'
import { type ScriptedAnswer, sendAnswer } from './scripted-site.ts'

/** A help website of generated pages with crawler traps, such as endless calendars and redirects: see `answerTrap`. */
export type GeneratedSite = {
  /** The first page, `/help/`. */
  url: string
  host: string
  pageCount: number
  /** Every request: its path with parameters, its time, and the status of its answer. */
  requests: { path: string; at: number; status: number }[]
  /** Replaces the text of a page. */
  change(index: number, text: string): void
  /** Makes the page return 404. */
  remove(index: number): void
  /** Requests from now on are answered once the returned function is called. */
  pause(): () => void
  /** Adds a page, which the first page links to, and returns its index. */
  add(): number
  pathOf(index: number): string
  close(): void
}

type Page = { text: string; isRemoved: boolean }

const pagesPerSection = 20

export async function createGeneratedSite(pageCount: number): Promise<GeneratedSite> {
  const pages: Page[] = Array.from({ length: pageCount }, (_, index) => ({
    text: describe(index),
    isRemoved: false,
  }))
  const requests: GeneratedSite['requests'] = []
  const pathOf = (index: number) => `/help/section-${Math.floor(index / pagesPerSection)}/topic-${index}`
  let resumed = Promise.resolve()
  const server = createServer(async (request, response) => {
    await resumed
    const path = request.url ?? ''
    const answer = answerTrap(path, origin, requests) ?? answerPage(pages, path, pathOf, origin)
    const status = sendAnswer(request, response, answer)
    requests.push({ path, at: Date.now(), status })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`
  return {
    url: `${origin}/help/`,
    host,
    pageCount,
    requests,
    pathOf,
    change: (index, text) => {
      pages[index] = { text, isRemoved: false }
    },
    remove: (index) => {
      pages[index] = { text: '', isRemoved: true }
    },
    pause() {
      const gate = createGate()
      resumed = gate.opened
      return gate.open
    },
    add: () => pages.push({ text: describe(pages.length), isRemoved: false }) - 1,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The price of the boat of a page, in euros. */
export function priceOf(index: number): number {
  return 1000 + index
}

function describe(index: number): string {
  return `The boat named Marlin${index} costs ${priceOf(index)} euros and weighs ${200 + index} kilograms. It has ${index + 2} seats, and it is delivered in spring.`
}

function html(title: string, body: string, head = ''): ScriptedAnswer {
  return {
    body: `<!doctype html><html lang="en"><head><title>${title} – Boats</title>${head}</head><body><nav><a href="/help/">Help</a></nav><main><h1>${title}</h1>${body}</main></body></html>`,
  }
}

function link(href: string, attributes = ''): string {
  return `<li><a href="${href}" ${attributes}>Read more</a></li>`
}

function answerPage(
  pages: Page[],
  path: string,
  pathOf: (index: number) => string,
  origin: string,
): ScriptedAnswer {
  const index = Number(/^\/help\/section-\d+\/topic-(\d+)$/.exec(path)?.[1] ?? Number.NaN)
  const page = pages[index]
  if (page) {
    if (page.isRemoved) return { status: 404, body: 'removed' }
    // Tracking and session parameters, and a fragment, lead to the same page.
    const next = pathOf((index + 1) % pages.length)
    return html(
      `Topic ${index}`,
      `<p>${page.text}</p><ul>${link(`${next}?utm_source=help&sid=${index}abc#top`)}${link('/help/calendar/2026/01')}</ul>`,
    )
  }
  const section = /^\/help\/section-(\d+)\/$/.exec(path)
  if (section) {
    const start = Number(section[1]) * pagesPerSection
    const topics = pages.slice(start, start + pagesPerSection).map((_, place) => link(pathOf(start + place)))
    return html(
      `Section ${section[1]}`,
      `<p>All topics of section ${section[1]}.</p><ul>${topics.join('')}</ul>`,
    )
  }
  if (path === '/help/') {
    const sections = Array.from({ length: Math.ceil(pages.length / pagesPerSection) }, (_, place) =>
      link(`/help/section-${place}/`),
    )
    return html('Help', `<p>Everything about our boats.</p><ul>${sections.join('')}${listTraps()}</ul>`)
  }
  if (path === '/robots.txt')
    return {
      headers: { 'content-type': 'text/plain' },
      body: `User-agent: *\nDisallow: /help/private/\nSitemap: ${origin}/sitemap-index.xml\n`,
    }
  return answerSitemap(pages, path, pathOf, origin) ?? { status: 404, body: 'not there' }
}

/** An index that lists a compressed sitemap, a news sitemap, and one of another website. */
function answerSitemap(
  pages: Page[],
  path: string,
  pathOf: (index: number) => string,
  origin: string,
): ScriptedAnswer | null {
  const xml = (body: string): ScriptedAnswer => ({
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?>${body}`,
  })
  const half = Math.ceil(pages.length / 2)
  const locations = (from: number, to: number) =>
    pages
      .slice(from, to)
      .map((_, place) => `<url><loc>${origin}${pathOf(from + place)}</loc></url>`)
      .join('')
  if (path === '/sitemap-index.xml')
    return xml(
      `<sitemapindex><sitemap><loc>${origin}/sitemap-1.xml.gz</loc></sitemap><sitemap><loc>${origin}/news.xml</loc></sitemap><sitemap><loc>http://10.0.0.1/sitemap.xml</loc></sitemap></sitemapindex>`,
    )
  if (path === '/sitemap-1.xml.gz')
    return {
      headers: { 'content-type': 'application/gzip' },
      body: gzipSync(`<?xml version="1.0"?><urlset>${locations(0, half)}</urlset>`),
    }
  if (path === '/news.xml')
    return xml(
      `<urlset xmlns:news="n">${locations(half, pages.length)}<url><loc>${origin}/help/german</loc><news:news><news:publication><news:language>de</news:language></news:publication></news:news></url><url><loc>http://10.0.0.1/help/</loc></url></urlset>`,
    )
  return null
}

const traps = [
  '/help/calendar/2026/01',
  '/help/filter?color=red&size=1',
  '/help/loop/loop/loop',
  '/help/private/prices',
  '/help/hidden',
  '/help/header-hidden',
  '/help/away',
  '/help/inside',
  '/help/broken',
  '/help/itself',
  '/help/missing',
  '/help/failing',
  '/help/busy',
  '/help/empty',
  '/help/copy',
  '/help/original',
  '/help/english',
  '/help/picture',
  '/about',
  'mailto:boats@example.com',
  'javascript:alert(1)',
  'http://[',
]

function listTraps(): string {
  return `${traps.map((href) => link(href)).join('')}${link('/help/not-followed', 'rel="nofollow"')}`
}

function answerTrap(
  path: string,
  origin: string,
  requests: GeneratedSite['requests'],
): ScriptedAnswer | null {
  const url = new URL(path, origin)
  if (url.pathname.startsWith('/help/calendar/')) return answerCalendar(url.pathname)
  if (url.pathname === '/help/filter') return answerFilter(url)
  if (url.pathname.startsWith('/help/loop/'))
    return html('Loop', `<p>Loop ${url.pathname.length}.</p>${link('loop/loop')}`)
  if (path === '/help/busy') {
    const isFirst = !requests.some((request) => request.path === path)
    return isFirst
      ? { status: 429, headers: { 'retry-after': '1' } }
      : html('Busy', '<p>We were busy before.</p>')
  }
  return answers(origin)[path] ?? null
}

/** Each month links to the next one, without end. */
function answerCalendar(path: string): ScriptedAnswer {
  const [, year = 2026, month = 1] = (/(\d+)\/(\d+)$/.exec(path) ?? []).map(Number)
  const next = month === 12 ? `${year + 1}/01` : `${year}/${String(month + 1).padStart(2, '0')}`
  return html(
    `Calendar ${year} ${month}`,
    `<p>No events in ${month} of ${year}.</p>${link(`/help/calendar/${next}`)}`,
  )
}

/** Each choice of filters links to several others, without end. */
function answerFilter(url: URL): ScriptedAnswer {
  const links = ['red', 'blue', 'green'].flatMap((color) =>
    [1, 2, 3].map((step) => {
      const size = Number(url.searchParams.get('size') ?? 0) + step
      return link(`/help/filter?size=${size}&color=${color}`)
    }),
  )
  return html('Filter', `<p>Boats in ${url.search}.</p><ul>${links.join('')}</ul>`)
}

function answers(origin: string): Record<string, ScriptedAnswer> {
  return {
    '/help/private/prices': html('Prices', '<p>The secret discount is 40 percent.</p>'),
    '/help/hidden': html(
      'Hidden',
      `<p>The hidden harbor.</p>${link('/help/found-through-hidden')}`,
      '<meta name="robots" content="noindex">',
    ),
    '/help/found-through-hidden': html('Found', '<p>This page is linked from a hidden one.</p>'),
    '/help/header-hidden': {
      ...html('Hidden', '<p>Hidden by a header.</p>'),
      headers: { 'x-robots-tag': 'noindex' },
    },
    '/help/away': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } },
    '/help/inside': { status: 302, headers: { location: 'http://127.0.0.1:22/help/' } },
    '/help/broken': { status: 302, headers: { location: 'http://[' } },
    '/help/itself': { status: 302, headers: { location: '/help/itself?utm_source=x' } },
    '/help/failing': { status: 500 },
    '/help/empty': { body: '<html><head><title>Empty</title></head><body></body></html>' },
    '/help/picture': { headers: { 'content-type': 'image/png' }, body: 'x' },
    '/help/original': html('Original', '<p>The original text about sails and ropes.</p>'),
    '/help/copy': html(
      'Copy',
      '<p>The copied text about sails and ropes, printed.</p>',
      `<link rel="canonical" href="${origin}/help/original">`,
    ),
    '/help/english': html(
      'Sails',
      '<p>A page about sails in English.</p>',
      `<link rel="alternate" hreflang="de" href="/help/german">`,
    ),
    '/help/german': {
      body: '<!doctype html><html lang="de"><head><title>Segel</title></head><body><main><h1>Segel</h1><p>Eine Seite über Segel auf Deutsch, mit allem, was wichtig ist.</p></main></body></html>',
    },
    '/about': html('About', '<p>Outside of the help pages.</p>'),
    '/help/not-followed': html('Not followed', '<p>No robot may follow this link.</p>'),
  }
}
