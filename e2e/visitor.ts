import type { Project } from '@aichat/contracts/projects'
import { io, type Socket } from 'socket.io-client'
import { call } from './company.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the wire carries
export type Visitor = { socket: Socket; token: string; say(text: string, more?: object): Promise<any> }

/** A visitor who stays connected. */
export async function visit(url: string, { publicKey }: Project): Promise<Visitor> {
  const { data } = await call(url, 'POST', `/api/public/${publicKey}/visitors`, {
    pageUrl: 'https://shop.example.com/tents',
  })
  const socket = io(`${url}/visitor`, {
    auth: { visitorToken: data.visitorToken },
    transports: ['websocket'],
  })
  let count = 0
  return {
    socket,
    token: data.visitorToken,
    say: (text, more = {}) =>
      socket.timeout(10_000).emitWithAck('message:send', { text, clientId: `c${count++}`, ...more }),
  }
}

/** A published project without auto-reply, so that every message is a person's. */
export async function createQuietProject(
  ask: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ id: string; widgetConfigId: string; project: Project }>,
): Promise<Project> {
  const { widgetConfigId, id } = await ask('POST', '/api/projects', { name: 'Quiet Shop' })
  await ask('PATCH', `/api/widget/${widgetConfigId}`, { template: { key: 'minimal' } })
  return (await ask('POST', `/api/projects/${id}/publish`)).project
}
