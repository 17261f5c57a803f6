import { createServer, connect as openSocket, type Server, type Socket } from 'node:net'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { call, waitUntil } from '../kit/client.ts'
import { copyDatabase } from '../kit/database.ts'
import { sharedTest, usesPostgres } from '../kit/engine.ts'
import { findFreePort } from '../kit/ports.ts'
import { startObjectStore } from '../kit/s3-store.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'

const infoLevel = 30

beforeAll(buildServer, 120_000)

type Line = { level: number; msg: string }

/** Every line must be JSON: a warning of Node or of a library is not. */
function parseLines(output: string): Line[] {
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test.each(usesPostgres ? (['main', 'worker'] as const) : (['main'] as const))(
  'a healthy %s logs start, ready, draining and stopped, and no warning',
  async (program) => {
    const copy = await copyDatabase(inject('template'))
    onTestFinished(() => copy.remove())
    const s3 = await startObjectStore()
    const environment = {
      LOG_LEVEL: 'info',
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    const server = startProcess({ ...copy, port: await findFreePort(), program, environment })
    onTestFinished(() => server.kill('SIGKILL'))
    await waitUntil(
      async () => server.output(),
      (output) => output.includes('is ready'),
    )
    await server.kill('SIGTERM')
    const { code, errors } = await server.ended
    expect(code).toBe(0)
    const lines = parseLines(errors)
    expect(lines.filter(({ level }) => level > infoLevel)).toEqual([])
    const own = lines.map(({ msg }) => msg).filter((message) => /^(Start|Drain|Stop)|ready/.test(message))
    expect(own).toEqual([
      expect.stringMatching(/^Starting on Node \d+/),
      expect.stringMatching(/ is ready[:.]/),
      expect.stringMatching(/^Draining/),
      'Stopped',
    ])
  },
)

/** Starts a TCP proxy to the database. */
async function createDatabaseProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const target = { port: Number(url.port || 5432), host: url.hostname }
  const port = await findFreePort()
  const sockets = new Set<Socket>()
  let server: Server | null = null
  const open = () =>
    new Promise<void>((resolve) => {
      server = createServer((client) => {
        const upstream = openSocket(target)
        for (const socket of [client, upstream]) {
          sockets.add(socket)
          socket.on('error', () => {}) // closed by the other side
        }
        client.pipe(upstream).pipe(client)
      }).listen(port, '127.0.0.1', resolve)
    })
  const close = () => {
    server?.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  await open()
  onTestFinished(close)
  url.host = `127.0.0.1:${port}`
  return { url: url.href, open, close }
}

sharedTest('an outage of PostgreSQL and its end are logged once each, and not per request', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const proxy = await createDatabaseProxy(copy.databaseUrl as string)
  const options = { ...copy, databaseUrl: proxy.url, port: await findFreePort() }
  const server = startProcess({ ...options, environment: { LOG_LEVEL: 'info' } })
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const url = `http://127.0.0.1:${options.port}`
  const signIn = () =>
    call(url, 'POST', '/api/auth/login', { email: 'a@example.com', password: 'wrong word' })
  expect((await signIn()).status).toBe(401)
  // Startup ends with the job queues. An outage before that fails the startup.
  await waitUntil(
    async () => server.output(),
    (output) => output.includes('is ready'),
  )

  proxy.close()
  for (let attempt = 0; attempt < 5; attempt++) expect((await signIn()).status).toBe(503)
  await proxy.open()
  await waitUntil(signIn, ({ status }) => status === 401)

  const messages = parseLines(server.output()).map(({ msg }) => msg)
  const count = (text: string) => messages.filter((message) => message.includes(text)).length
  expect({
    lost: count('database is unavailable'),
    regained: count('database is available again'),
  }).toEqual({
    lost: 1,
    regained: 1,
  })
  expect(count('job queue failed')).toBe(0)
})
