import { parseArgs } from 'node:util'
import { createGeneratedSite, priceOf } from '../server/test/fixtures/generated-site.ts'
import { findFreePort } from '../server/test/kit/ports.ts'
import { createBenchDatabase } from './kit/database.ts'
import { startNode, stopProcess, waitUntilReady } from './kit/processes.ts'
import { createCompany, fetchData, productEntryPoint, productEnv } from './kit/product.ts'

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '500' },
    rate: { type: 'string', default: '20' },
    quick: { type: 'boolean', default: false },
  },
})
const pageCount = options.quick ? 40 : Number(options.pages)
/** One page in 20 is that of a section, and one lists the sections. */
const topicCount = Math.floor(((pageCount - 1) * 20) / 21)
const expectedCount = 1 + Math.ceil(topicCount / 20) + topicCount
const goalSeconds = Number(options.rate) >= 20 ? 60 : 600
/** A run that does not end is a failure. */
const maxWaitMs = 2 * goalSeconds * 1000

const database = await createBenchDatabase(process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite')
const site = await createGeneratedSite(topicCount)
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const server = startNode(productEntryPoint(), {
  ...productEnv,
  ...database.env,
  PORT: String(port),
  FETCH_ALLOW: site.host,
  CRAWL_REQUESTS_PER_SECOND: options.rate,
})
let failures: string[] = []
try {
  await waitUntilReady(server, url)
  const { accessToken } = await createCompany(url, 0)
  const [project] = await fetchData(url, 'GET', '/api/projects', { token: accessToken })
  failures = await measure(`/api/projects/${project.id}`, accessToken)
} finally {
  await stopProcess(server)
  site.close()
  await database.remove()
}
process.exit(failures.length === 0 ? 0 : 1)

/** Returns what a run did not reach: a fast run that has read too little is no success. */
async function measure(project: string, token: string): Promise<string[]> {
  const call = (method: string, path: string, body?: object) => fetchData(url, method, path, { body, token })
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const { id } = await call('POST', `${project}/agent/sources`, {
    kind: 'site',
    config: { url: site.url, discovery: 'links', include: ['/help/', '*/section-*'] },
    limits: { maxPages: 2000 },
  })
  const source = `${project}/agent/sources/${id}`
  await call('POST', `${source}/runs`)
  const run = await waitFor(
    async () => (await call('GET', source)).lastRun,
    ({ status }) => status !== 'running',
  )
  const readSeconds = seconds()
  const requestCount = site.requests.length
  for (;;) {
    const { pages } = await call('GET', `${source}/pages?use=new&limit=500`)
    if (pages.length === 0) break
    await call('POST', `${source}/pages/embed`, { pageIds: pages.map((page: { id: string }) => page.id) })
  }
  const items = await waitFor(
    () => call('GET', `${project}/agent/kb`),
    (all: { stage: string | null }[]) => all.every(({ stage }) => stage === null),
  )
  const total = seconds()
  const { message } = await call('POST', `${project}/test-chat`, {
    messages: [{ from: 'visitor', text: `What does the boat Marlin${topicCount - 1} cost?` }],
  })
  const embedded = items.filter(({ status }: { status: string }) => status === 'embedded').length
  console.log(`  ${run.status}: ${JSON.stringify(run.counts)}`)
  console.log(`  read after ${readSeconds.toFixed(1)} s with ${requestCount} requests`)
  console.log(`  ${embedded} of ${items.length} items searchable after ${total.toFixed(1)} s`)
  console.log(`  answer: ${message.text}`)
  const goals = {
    [`at most ${goalSeconds} s`]: total <= goalSeconds,
    'the run is completed': run.status === 'completed',
    'no page failed or remains': run.counts.failed === 0 && run.counts.remaining === 0,
    [`${expectedCount} pages are read`]: run.counts.read === expectedCount,
    [`${expectedCount} items are searchable`]: items.length === expectedCount && embedded === expectedCount,
    'the answer has the price': message.text.includes(String(priceOf(topicCount - 1))),
  }
  console.log(`${pageCount} pages at ${options.rate} a second:`)
  for (const [goal, isReached] of Object.entries(goals))
    console.log(`  ${goal}: ${isReached ? 'pass' : 'MISS'}`)
  return Object.keys(goals).filter((goal) => !goals[goal])
}

// biome-ignore lint/suspicious/noExplicitAny: a benchmark reads untyped responses
async function waitFor(look: () => Promise<any>, isDone: (seen: any) => boolean): Promise<any> {
  const until = Date.now() + maxWaitMs
  for (;;) {
    const seen = await look()
    if (isDone(seen)) return seen
    if (Date.now() > until) throw new Error('The website is not read and searchable in time')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
