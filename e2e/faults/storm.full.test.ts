import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startVisit } from '../../server/src/ops/seed/api-client.ts'
import { createPublishedProject } from '../../server/test/fixtures/fixtures.ts'
import { signUp, waitUntil } from '../../server/test/kit/client.ts'
import { copyDatabase } from '../../server/test/kit/database.ts'
import { findFreePort } from '../../server/test/kit/ports.ts'
import { buildServer } from '../../server/test/kit/server-process.ts'
import { startRestartableProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

const visitors = Number(process.env.FAULT_SOCKETS || (process.env.FAULTS ? 2000 : 400))
const agents = visitors / 20
const maxReconnectMs = 15_000

test(`${visitors} visitors and ${agents} agents reconnect together after a restart and are all connected within 15 s`, async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const node = startRestartableProcess({
    ...copy,
    port: await findFreePort(),
    environment: { LOG_LEVEL: 'error' },
  })
  await node.ready()
  const owner = await signUp(node.url, 'acme')
  const { publicKey } = await createPublishedProject(owner)
  const joined = new Set<number>()
  const refused: string[] = []
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.disconnect()
  })
  /** Connects and synchronizes like the product's clients. */
  const connectClient = (url: string, auth: object, command: string, payload: object) => {
    const number = sockets.length
    const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnectionDelayMax: 1000 })
    socket.on('connect', async () => {
      // A client that is disconnected before the acknowledgment reconnects and tries again.
      const answer = await socket
        .timeout(maxReconnectMs)
        .emitWithAck(command, payload)
        .catch(() => null)
      if (answer?.success) joined.add(number)
      else if (answer) refused.push(answer.error)
    })
    socket.on('connect_error', () => {
      if (!socket.active) refused.push('connection refused')
    })
    sockets.push(socket)
  }

  const pending = Array.from({ length: visitors }, (_, index) => index)
  const connectVisitors = async () => {
    while (pending.pop() !== undefined) {
      const { visitorToken } = await startVisit(node.url, publicKey)
      connectClient(`${node.url}/visitor`, { visitorToken }, 'sync', { lastSeq: 0 })
    }
  }
  await Promise.all(Array.from({ length: 10 }, connectVisitors))
  for (let index = 0; index < agents; index++)
    connectClient(node.url, { token: owner.tokens.accessToken }, 'sync', { rev: null })
  const clientCount = visitors + agents
  await waitUntil(
    async () => joined.size,
    (count) => count === clientCount,
  )

  joined.clear()
  await node.restart()
  const startedAt = Date.now()
  const statuses = new Set<number>()
  do {
    statuses.add((await owner.call('GET', '/api/sessions')).status)
  } while (joined.size < clientCount && Date.now() - startedAt < maxReconnectMs)
  const elapsedMs = Date.now() - startedAt
  process.stdout.write(`  ${joined.size} of ${clientCount} are connected ${elapsedMs} ms after the restart\n`)
  expect({ connected: joined.size, refused, statuses }).toEqual({
    connected: clientCount,
    refused: [],
    statuses: new Set([200]),
  })
  expect(elapsedMs).toBeLessThan(maxReconnectMs)
  await node.restart()
}, 300_000)
