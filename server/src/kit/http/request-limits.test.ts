import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeTimers } from '../../../test/kit/fake-timers.ts'
import { limitRequestBodies, requestLimits } from './request-limits.ts'

const limits = { ...requestLimits, bodyIntervalMs: 30_000, minBytes: 100 }

/** Sends the header of a request with a body of 1000 bytes to a server with the listener. */
async function sendHeader(listener: RequestListener) {
  const timers = createFakeTimers()
  const server = createServer(listener)
  limitRequestBodies(server, limits, timers)
  const errors: string[] = []
  server.on('clientError', (error: { code?: string }, socket) => {
    errors.push(String(error.code))
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const requested = once(server, 'request')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  client.on('error', () => {}) // the server may reset the connection
  let response = ''
  client.on('data', (data) => {
    response += data
  })
  client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n')
  const [socket] = (await accepted) as [Socket]
  await requested
  return {
    timers,
    client,
    errors,
    readResponse: () => response,
    async sendBody(bytes: number) {
      const before = socket.bytesRead
      client.write('x'.repeat(bytes))
      await expect.poll(() => socket.bytesRead).toBe(before + bytes)
    },
  }
}

/** Answers when the body is complete. */
const readBody: RequestListener = async (request, response) => {
  let length = 0
  for await (const part of request) length += part.length
  response.end(`received ${length}`)
}

test('a body that makes progress in each interval may take as long as it needs', async () => {
  const { timers, errors, sendBody, readResponse } = await sendHeader(readBody)
  for (let sent = 0; sent < 900; sent += 100) {
    await sendBody(100)
    timers.advance(limits.bodyIntervalMs)
  }
  await sendBody(100)
  await expect.poll(readResponse).toContain('received 1000')
  expect(errors).toEqual([])
  await expect.poll(() => timers.pendingCount(limits.bodyIntervalMs)).toBe(0)
})

test('a body that brings less than the minimum in an interval is answered 408', async () => {
  const { timers, client, errors, sendBody } = await sendHeader(
    (request) => void request.on('error', () => {}),
  )
  await sendBody(100)
  timers.advance(limits.bodyIntervalMs)
  await sendBody(99)
  expect(errors).toEqual([])
  timers.advance(limits.bodyIntervalMs)
  expect(errors).toEqual(['ERR_HTTP_REQUEST_TIMEOUT'])
  await once(client, 'close')
})

test('a request that was answered before its body arrived is closed', async () => {
  const { timers, client, errors, sendBody, readResponse } = await sendHeader((_, response) => {
    response.writeHead(401).end()
  })
  await sendBody(500)
  await expect.poll(readResponse).toContain('401')
  timers.advance(limits.bodyIntervalMs)
  await once(client, 'close')
  expect(errors).toEqual([])
})
