import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep } from '../kit/client.ts'
import { startServer } from '../kit/server.ts'

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

test('a request as a whole has a limit, however much it sends', async () => {
  expect(await send([header(login, 900_000, json), ...Array(200).fill('x'.repeat(100))], 30)).toMatch(
    /^HTTP\/1.1 408 /,
  )
})
