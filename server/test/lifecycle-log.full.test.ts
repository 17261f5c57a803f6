import { createServer, connect as openSocket, type Server, type Socket } from 'node:net'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { copyDatabase } from './database.ts'
import { sharedTest, usesPostgres } from './engine.ts'
import { call, waitUntil } from './fixtures.ts'
import { findFreePort } from './ports.ts'
import { startObjectStore } from './s3-store.ts'
import { buildServer, startProcess } from './server-process.ts'

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
      async () => server.printed(),
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

/** Passes connections on to the database until it is closed. */
async function createDatabaseProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const target = { port: Number(url.port || 5432), host: url.hostname }
  const port = await findFreePort()
  const sockets = new Set<Socket>()
  let server: Server | null = null
  const open = () =>
    new Promise<void>((resolve) => {
      server = createServer((near) => {
        const far = openSocket(target)
        for (const socket of [near, far]) {
          sockets.add(socket)
          socket.on('error', () => {}) // closed by the other side
        }
        near.pipe(far).pipe(near)
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

sharedTest('the loss and the return of PostgreSQL are logged once each, and not per request', async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const proxy = await createDatabaseProxy(copy.databaseUrl as string)
  const place = { ...copy, databaseUrl: proxy.url, port: await findFreePort() }
  const server = startProcess({ ...place, environment: { LOG_LEVEL: 'info' } })
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const url = `http://127.0.0.1:${place.port}`
  const signIn = () =>
    call(url, 'POST', '/api/auth/login', { email: 'a@example.com', password: 'wrong word' })
  expect((await signIn()).status).toBe(401)
  // The start ends with its job queues. A database that is lost before fails the start.
  await waitUntil(
    async () => server.printed(),
    (printed) => printed.includes('is ready'),
  )

  proxy.close()
  for (let attempt = 0; attempt < 5; attempt++) expect((await signIn()).status).toBe(503)
  await proxy.open()
  await waitUntil(signIn, ({ status }) => status === 401)

  const messages = parseLines(server.printed()).map(({ msg }) => msg)
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
