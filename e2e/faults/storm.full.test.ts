import { io, type Socket } from 'socket.io-client'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { copyDatabase } from '../../server/test/database.ts'
import { call, createPublishedProject, signUp, waitUntil } from '../../server/test/fixtures.ts'
import { findFreePort } from '../../server/test/ports.ts'
import { buildServer } from '../../server/test/server-process.ts'
import { keptProcess } from './under-load.ts'

beforeAll(buildServer, 120_000)

const visitors = Number(process.env.FAULT_SOCKETS || (process.env.FAULTS ? 2000 : 400))
const agents = visitors / 20
const backWithinMs = 15_000

test(`${visitors} visitors and ${agents} agents reconnect together after a restart and are all connected within 15 s`, async () => {
  const copy = await copyDatabase(inject('template'))
  onTestFinished(() => copy.remove())
  const node = keptProcess({ ...copy, port: await findFreePort(), environment: { LOG_LEVEL: 'error' } })
  await node.ready()
  const owner = await signUp(node.url, 'acme')
  const { publicKey } = await createPublishedProject(owner)
  const joined = new Set<number>()
  const refused: string[] = []
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.disconnect()
  })
  /** Joins as the product's clients do: with the question what was missed. */
  const follow = (url: string, auth: object, command: string, payload: object) => {
    const number = sockets.length
    const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnectionDelayMax: 1000 })
    socket.on('connect', async () => {
      // One that is cut before it is answered comes back.
      const answer = await socket
        .timeout(backWithinMs)
        .emitWithAck(command, payload)
        .catch(() => null)
      if (answer?.success) joined.add(number)
      else if (answer) refused.push(answer.error)
    })
    socket.on('connect_error', () => {
      if (!socket.active) refused.push('may not connect')
    })
    sockets.push(socket)
  }

  const pending = Array.from({ length: visitors }, (_, index) => index)
  const arrive = async () => {
    while (pending.pop() !== undefined) {
      const { body } = await call(node.url, 'POST', `/api/public/${publicKey}/visitors`, {})
      follow(`${node.url}/visitor`, { visitorToken: body.data.visitorToken }, 'sync', { lastSeq: 0 })
    }
  }
  await Promise.all(Array.from({ length: 10 }, arrive))
  for (let index = 0; index < agents; index++)
    follow(node.url, { token: owner.tokens.accessToken }, 'sync', { rev: null })
  const all = visitors + agents
  const isEverybody = () =>
    waitUntil(
      async () => joined.size,
      (count) => count === all,
    )
  await isEverybody()

  joined.clear()
  await node.restart()
  const begun = Date.now()
  const statuses = new Set<number>()
  do {
    statuses.add((await owner.call('GET', '/api/sessions')).status)
  } while (joined.size < all && Date.now() - begun < backWithinMs)
  const took = Date.now() - begun
  process.stdout.write(`  ${joined.size} of ${all} are back ${took} ms after it was ready\n`)
  expect({ back: joined.size, refused, statuses }).toEqual({
    back: all,
    refused: [],
    statuses: new Set([200]),
  })
  expect(took).toBeLessThan(backWithinMs)
  await node.restart()
}, 300_000)
