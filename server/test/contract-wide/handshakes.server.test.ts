import { get } from 'node:http'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createFixtures, createPrivateFixtures, createPublishedProject } from '../fixtures/fixtures.ts'

const fixtures = createFixtures()
const proxied = createPrivateFixtures({
  publicUrl: 'https://console.example.com',
  devConsoleUrl: 'http://localhost:5173',
  trustProxy: ['127.0.0.1', '::1'],
  limitScale: 1 / 30,
})
const query = 'EIO=4&transport='

/** The status of a handshake over each transport; 101 means that the WebSocket was opened. */
async function handshake(headers: Record<string, string>, url = fixtures.server.url) {
  // fetch() does not send the header Host.
  const polling = await new Promise<number | undefined>((resolve, reject) => {
    get(`${url}/socket.io/?${query}polling`, { headers }, (response) => {
      resolve(response.resume().statusCode)
    }).on('error', reject)
  })
  const websocket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?${query}websocket`, { headers })
  const status = await new Promise<number | undefined>((resolve) => {
    websocket.once('upgrade', ({ statusCode }) => resolve(statusCode))
    websocket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    websocket.once('error', () => resolve(undefined))
  })
  websocket.on('error', () => {}).terminate()
  return { polling, websocket: status }
}

const accepted = { polling: 200, websocket: 101 }
const refused = { polling: 403, websocket: 400 }

describe('a handshake', () => {
  // The first refusal of its server: a server logs one a minute.
  test('that is refused is logged with its origin', async () => {
    const { url, logged } = proxied.server
    await handshake({ Origin: 'https://evil.example' }, url)
    const lines = logged.filter((line) => line.includes('refused a socket'))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ origin: 'https://evil.example', host: new URL(url).host }),
    ])
  })

  test.each([
    ['no page', {}],
    ['a page of PUBLIC_URL', { Origin: 'http://localhost:3000' }],
  ])('from %s is accepted', async (_, headers) => {
    expect(await handshake(headers)).toEqual(accepted)
  })

  test('from a page of the requested host is accepted, though PUBLIC_URL is another', async () => {
    const { port } = new URL(fixtures.server.url)
    const url = `http://127.0.0.1:${port}`
    expect(await handshake({ Origin: url }, url)).toEqual(accepted)
    expect(await handshake({ Origin: 'https://chat.example.com', Host: 'chat.example.com' })).toEqual(
      accepted,
    )
    expect(await handshake({ Origin: 'https://chat.example.com', Host: 'chat.example.com:443' })).toEqual(
      accepted,
    )
  })

  test.each([
    ['another website', 'https://evil.example'],
    ['another port of this machine', 'http://localhost:3001'],
    ['a longer host', 'http://localhost:3000.evil.example'],
    ['a sandboxed page', 'null'],
    ['an extension', 'chrome-extension://abcdefgh'],
    ['nonsense', 'localhost:3000'],
    ['nothing', ''],
  ])('from %s is refused', async (_, origin) => {
    expect(await handshake({ Origin: origin })).toEqual(refused)
  })

  test('from the console of npm run dev is accepted', async () => {
    const { url } = proxied.server
    expect(await handshake({ Origin: 'http://localhost:5173' }, url)).toEqual(accepted)
    expect(await handshake({ Origin: 'http://localhost:5174' }, url)).toEqual(refused)
  })

  test('from the forwarded host is accepted through a trusted proxy only', async () => {
    const headers = {
      Origin: 'https://chat.example.com',
      Host: 'upstream',
      'X-Forwarded-Host': 'chat.example.com',
    }
    const { url } = proxied.server
    expect(await handshake(headers, url)).toEqual(accepted)
    expect(await handshake(headers)).toEqual(refused)
  })
})

test('the responses to sockets are not content for a browser', async () => {
  for (const parameters of [`${query}polling`, `${query}nothing`, `${query}polling&sid=unknown`]) {
    const { headers, status } = await fixtures.call('GET', `/socket.io/?${parameters}`)
    expect(status, parameters).toBe(parameters === `${query}polling` ? 200 : 400)
    expect(Object.fromEntries(headers), parameters).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('responses of every kind demand TLS for a year where PUBLIC_URL is https, and only there', async () => {
  const { url } = proxied.server
  for (const path of ['/', '/livez', '/api/auth/settings', `/socket.io/?${query}polling`]) {
    const demand = async (base: string) => (await fetch(base + path)).headers.get('strict-transport-security')
    expect(await demand(url), path).toBe('max-age=31536000; includeSubDomains')
    expect(await demand(fixtures.server.url), path).toBeNull()
  }
})

test('JSONP is refused', async () => {
  const { status, text } = await fixtures.call('GET', `/socket.io/?${query}polling&j=0`)
  expect(status).toBe(403)
  expect(text).not.toContain('___eio')
})

test('visitors behind a trusted proxy have a limit each', async () => {
  const { url } = proxied.server
  const { publicKey } = await createPublishedProject(await proxied.signUp())
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    const headers = { 'X-Forwarded-For': address }
    const { body } = await proxied.call('POST', `/api/public/${publicKey}/visitors`, {}, headers)
    const socket = io(`${url}/visitor`, {
      auth: { visitorToken: body.data.visitorToken },
      transports: ['websocket'],
      extraHeaders: headers,
      forceNew: true,
    })
    onTestFinished(() => void socket.disconnect())
    const sent = await socket.timeout(8000).emitWithAck('message:send', { text: 'Hello', clientId: 'c1' })
    expect(sent, address).toMatchObject({ success: true })
  }
})
