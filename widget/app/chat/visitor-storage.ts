import { isObject, readAttachment, readList, readText } from '../connection/shapes.ts'
import { readJson, type StorageAdapter } from '../kit/storage.ts'
import type { Pending } from './log.ts'
import type { Greeting } from './state.ts'

/** `visitor` is shared by all tabs of the browser. `tab` belongs to this tab and survives a reload. */
export type VisitorStorage = { visitor: StorageAdapter; tab: StorageAdapter }

const greetings: Greeting[] = ['firstVisit', 'returning', 'offline']

export function readPending(storage: StorageAdapter): Pending[] {
  return readList(readJson(storage.read('pending')), (value) => {
    if (!isObject(value) || !readText(value.clientId)) return null
    const attachments = readList(value.attachments, readAttachment)
    if (!readText(value.text) && attachments.length === 0) return null
    return {
      clientId: readText(value.clientId),
      text: readText(value.text),
      attachments,
      refusal: typeof value.refusal === 'string' ? value.refusal : null,
    }
  })
}

/** Whether the visitor has been here before, which does not change while the tab is open. */
export function readReturning({ tab, visitor }: VisitorStorage): boolean {
  const isReturning = tab.read('returning') ?? (visitor.read('token') === null ? '0' : '1')
  tab.write('returning', isReturning)
  return isReturning === '1'
}

/** The greeting with which this conversation started on this browser. */
export function readGreeting(storage: StorageAdapter, sessionId: string | null): Greeting | null {
  const value = readJson(storage.read('greeting'))
  const isStored = isObject(value) && sessionId !== null && value.sessionId === sessionId
  return isStored && greetings.includes(value.greeting as Greeting) ? (value.greeting as Greeting) : null
}

/** Up to which seq this conversation was read or cleared, or a sound was played. */
export function readSeqMark(
  storage: StorageAdapter,
  name: 'read' | 'cleared' | 'chimed',
  sessionId: string | null,
): number {
  const value = readJson(storage.read(name))
  return isObject(value) && value.sessionId === sessionId ? Number(value.seq) || 0 : 0
}
