import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, createPublishedProject, signUp, sleep } from './fixtures.ts'
import { startServer } from './server.ts'

const limits = { headersMs: 300, bodyIntervalMs: 300, minBytes: 60, totalMs: 3000, checkIntervalMs: 20 }

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer({}, { requestLimits: limits })
})
afterAll(() => server?.stop())

/** Sends the parts with a pause between them. Resolves with the response when the server closes the connection. */
async function send(parts: (string | Buffer)[], pauseMs = 0): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {}) // the server may close the connection during a write
  let response = ''
  socket.on('data', (data) => {
    response += data
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const part of parts) {
    if (socket.destroyed) break
    socket.write(part)
    await sleep(pauseMs)
  }
  await closed
  return response
}

function header(path: string, length: number, more: string[] = []): string {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', `Content-Length: ${length}`]
  return `${[...lines, ...more].join('\r\n')}\r\n\r\n`
}

const json = ['Content-Type: application/json']
const login = '/api/auth/login'

test('a connection that sends nothing is closed', async () => {
  expect(await send([])).toMatch(/^$|^HTTP\/1.1 408 /)
})

test('an unfinished header is answered 408', async () => {
  expect(await send([`POST ${login} HTTP/1.1\r\nHost: localhost\r\n`])).toMatch(/^HTTP\/1.1 408 /)
})

test('an unfinished body is answered 408', async () => {
  expect(await send([header(login, 1000, json), '{"email":'])).toMatch(/^HTTP\/1.1 408 /)
})

test('a body of a poll of the sockets that does not arrive is answered 408', async () => {
  const poll = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`)
  const { sid } = JSON.parse((await poll.text()).slice(1))
  const path = `/socket.io/?EIO=4&transport=polling&sid=${sid}`
  expect(await send([header(path, 1000, ['Content-Type: text/plain']), '40'])).toMatch(/^HTTP\/1.1 408 /)
})

test('a body that arrives byte by byte is answered 408', async () => {
  const parts = [header(login, 1000, json), ...'x'.repeat(100)]
  expect(await send(parts, 20)).toMatch(/^HTTP\/1.1 408 /)
})

test('a body that makes progress may take longer than one interval', async () => {
  const body = JSON.stringify({ email: 'ada@example.com', password: 'x'.repeat(200) })
  const parts = body.match(/.{1,20}/g) as string[]
  expect(await send([header(login, body.length, json), ...parts], 60)).toMatch(/^HTTP\/1.1 401 /)
})

test('an upload that makes progress is stored', async () => {
  const owner = await signUp(server.url, 'acme')
  const project = await createPublishedProject(owner)
  const path = `/api/public/${project.publicKey}`
  const { visitorToken } = (await call(server.url, 'POST', `${path}/visitors`, {})).body.data
  const body = Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="note.txt"\r\nContent-Type: text/plain\r\n\r\n' +
      `${'A slow phone. '.repeat(20)}\r\n--x--\r\n`,
  )
  const head = header(`${path}/attachments`, body.length, [
    'Content-Type: multipart/form-data; boundary=x',
    `Authorization: Bearer ${visitorToken}`,
  ])
  const parts = Array.from({ length: Math.ceil(body.length / 20) }, (_, i) =>
    body.subarray(i * 20, i * 20 + 20),
  )
  expect(await send([head, ...parts], 50)).toMatch(/^HTTP\/1.1 201 /)
})

test('a request as a whole has a limit, however much it sends', async () => {
  expect(await send([header(login, 900_000, json), ...Array(200).fill('x'.repeat(100))], 30)).toMatch(
    /^HTTP\/1.1 408 /,
  )
})

test('a request that was refused before its body arrived is closed', async () => {
  const head = header('/api/projects', 900_000, json).replace('Connection: close\r\n', '')
  expect(await send([head, ...Array(60).fill('x'.repeat(100))], 20)).toMatch(/^HTTP\/1.1 401 /)
})
