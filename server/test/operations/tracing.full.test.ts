import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { addKnowledge, createPublishedProject } from '../fixtures/fixtures.ts'
import { call, connect, signUp, waitUntil } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { modelServer } from '../kit/model-server.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'
import { type Span, startTraceCollector } from '../kit/trace-collector.ts'

beforeAll(buildServer, 120_000)

async function startTraced(environment: Record<string, string>) {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const port = await findFreePort()
  const server = startProcess({ ...copy, port, environment: { LOG_LEVEL: 'info', ...environment } })
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  // Before this, SIGTERM kills the process without a shutdown.
  await waitUntil(
    async () => server.output(),
    (log) => log.includes('is ready'),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    /** Stops the process, which exports the remaining spans, and returns its log. */
    async stop() {
      await server.kill('SIGTERM')
      const { code, errors } = await server.ended
      expect(code).toBe(0)
      return errors
    },
  }
}

const outerTrace = '0af7651916cd43dd8448eb211c80319c'
const outerSpan = 'b7ad6b7169203331'
const traceparent = (flags: '00' | '01') => `00-${outerTrace}-${outerSpan}-${flags}`
const secrets = { word: 'xylophone', name: 'Zinnia', host: 'quagga.example.com' }

/** Runs a conversation, and returns its words, names, addresses and tokens, which must not be in a trace. */
async function runConversation(url: string) {
  const owner = await signUp(url, secrets.name)
  const project = await createPublishedProject(owner, { agent: { autoReply: true, autoReplyRateLimit: 5 } })
  await addKnowledge(owner, project.id, `A ${secrets.word} may be returned within 30 days.`)
  const path = `/api/public/${project.publicKey}/visitors`
  const headers = { traceparent: traceparent('01') }
  const { visitorToken } = (await call(url, 'POST', path, { pageUrl: `https://${secrets.host}/` }, headers))
    .body.data
  const visitor = await connect(`${url}/visitor`, { visitorToken })
  await visitor.send('identify', { name: secrets.name, email: `${secrets.name}@${secrets.host}` })
  const createMessage = (number: number) => ({
    text: `How long may I return a ${secrets.word}?`,
    clientId: `message-${number}`,
  })
  const [answer] = await Promise.all(
    [1, 2, 3, 4, 5].map((number) => visitor.send('message:send', createMessage(number))),
  )
  await visitor.next('message:new', ({ message }) => message.from !== 'visitor')
  expect((await visitor.send('typing', { isTyping: 'yes' })).success).toBe(false)
  const { sessionId } = answer.session
  await owner.get('GET', `/api/sessions/${sessionId}/messages?limit=7`)
  await call(url, 'POST', '/api/auth/forgot-password', { email: owner.data.user.email }, headers)
  await call(url, 'GET', '/livez')
  await call(url, 'GET', `/api/nowhere/${secrets.word}`)
  visitor.socket.disconnect()
  const values = [...Object.values(secrets), owner.data.user.email, visitorToken, project.publicKey]
  return [...values, ...Object.values(owner.tokens).map(String), sessionId]
}

function named(spans: Span[], name: string): Span[] {
  return spans.filter((span) => span.name === name)
}

function listDescendants(spans: Span[], parent: Span): string[] {
  const own = spans.filter((span) => span.traceId === parent.traceId && span.parentSpanId === parent.spanId)
  return own.flatMap((span) => [span.name, ...listDescendants(spans, span)])
}

test.each(['http/protobuf', 'http/json'])(
  'as %s: requests, commands, commits, model calls and jobs',
  async (protocol) => {
    const collector = await startTraceCollector()
    const model = await modelServer(() => ({ text: 'Within 30 days. [1]' }))
    const server = await startTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=desk',
      TRUST_PROXY: '127.0.0.1',
      OTEL_SERVICE_NAME: 'chat-of-example',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'small-model',
    })
    const privateValues = await runConversation(server.url)
    const log = await server.stop()
    const { spans, requests } = collector

    expect(requests[0]).toMatchObject({
      path: '/v1/traces',
      type: protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
      headers: { 'x-team': 'desk' },
    })
    for (const { resource } of spans) {
      expect(resource).toMatchObject({
        'service.name': 'chat-of-example',
        'deployment.environment.name': 'trial',
      })
    }

    const [request] = named(spans, 'POST /api/public/:publicKey/visitors')
    expect(request).toMatchObject({
      traceId: outerTrace,
      parentSpanId: outerSpan,
      attributes: { 'http.route': '/api/public/:publicKey/visitors', 'http.response.status_code': '200' },
    })
    expect(listDescendants(spans, request as Span)).toContain('database company')
    const [list] = named(spans, 'GET /api/sessions/:sessionId/messages')
    expect(listDescendants(spans, list as Span)).toEqual(expect.arrayContaining(['database company']))

    const sends = named(spans, 'command message:send')
    expect(sends).toHaveLength(5)
    expect(sends.flatMap((send) => listDescendants(spans, send))).toEqual(
      expect.arrayContaining(['commit messages', 'database company', 'model stream']),
    )
    // A batch commit is a span of one of the traces, with links to the others.
    const commits = named(spans, 'commit messages').filter(({ traceId }) =>
      sends.some((send) => send.traceId === traceId),
    )
    const linkedTraces = new Set(commits.flatMap(({ traceId, links }) => [traceId, ...links]))
    expect(sends.every(({ traceId }) => linkedTraces.has(traceId))).toBe(true)
    expect(commits.some(({ links }) => links.length > 0)).toBe(true)
    expect(named(spans, 'model stream')[0]?.attributes).toMatchObject({
      'gen_ai.request.model': 'small-model',
    })
    expect(named(spans, 'job knowledge-embed')).toHaveLength(1)
    expect(named(spans, 'command typing')[0]).toMatchObject({
      status: 0,
      attributes: { 'aichat.refusal': 'bad_input' },
    })
    expect(named(spans, 'GET')).toHaveLength(1)
    expect(named(spans, 'GET /livez')).toEqual([])

    const line = log.split('\n').find((one) => one.includes('password reset requested')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      trace_id: outerTrace,
      span_id: named(spans, 'POST /api/auth/forgot-password')[0]?.spanId,
    })

    expect(privateValues.every((one) => one.length > 5)).toBe(true)
    const sent = Buffer.concat(requests.map(({ body }) => body)).toString()
    expect(privateValues.filter((one) => sent.includes(one))).toEqual([])
  },
)

test('a caller that is no proxy neither controls sampling nor continues a trace', async () => {
  const collector = await startTraceCollector()
  const server = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  for (const flags of ['00', '01'] as const)
    await call(server.url, 'GET', '/api/openapi.json', undefined, { traceparent: traceparent(flags) })
  await server.stop()
  const requests = named(collector.spans, 'GET /api/openapi.json')
  expect(requests).toHaveLength(2)
  for (const { traceId, parentSpanId } of requests) {
    expect(traceId).not.toBe(outerTrace)
    expect(parentSpanId || null).toBeNull()
  }
})

test('follows the decision of a trusted proxy, and the sampler', async () => {
  const collector = await startTraceCollector()
  const server = await startTraced({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/here`,
    TRUST_PROXY: '127.0.0.1',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const ask = (flags?: '00' | '01') =>
    call(server.url, 'GET', '/api/openapi.json', undefined, flags ? { traceparent: traceparent(flags) } : {})
  await ask()
  await ask('00')
  await ask('01')
  await server.stop()
  expect(collector.spans.map(({ name, traceId }) => ({ name, traceId }))).toEqual([
    { name: 'GET /api/openapi.json', traceId: outerTrace },
  ])
  expect(collector.requests[0]?.path).toBe('/here')
})

test.each<Record<string, string>>([
  { OTEL_SDK_DISABLED: 'true' },
  { OTEL_TRACES_EXPORTER: 'none' },
  { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
])('with %o nothing is sent', async (environment) => {
  const collector = await startTraceCollector()
  const server = await startTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment })
  expect((await call(server.url, 'GET', '/api/openapi.json')).status).toBe(200)
  const log = await server.stop()
  expect(collector.requests).toEqual([])
  expect(log.includes('not grpc: tracing is off')).toBe('OTEL_EXPORTER_OTLP_PROTOCOL' in environment)
})

test('an unavailable collector is logged and delays no request', async () => {
  const server = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
  })
  expect((await call(server.url, 'GET', '/api/openapi.json')).status).toBe(200)
  const startedAt = Date.now()
  const log = await server.stop()
  expect(log).toContain('failed to export the last traces')
  expect(Date.now() - startedAt).toBeLessThan(6000)
})
