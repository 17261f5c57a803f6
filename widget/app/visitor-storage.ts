import type { Pending } from './log.ts'
import { isObject, readAttachment, readList, readText } from './shapes.ts'
import { readJson, type StorageAdapter } from './storage.ts'

/** `visitor` is shared by all tabs of the browser. `tab` belongs to this tab and survives a reload. */
export type VisitorStorage = { visitor: StorageAdapter; tab: StorageAdapter }

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

/** Up to which seq this conversation was read or cleared. */
export function readSeqMark(
  storage: StorageAdapter,
  name: 'read' | 'cleared',
  sessionId: string | null,
): number {
  const value = readJson(storage.read(name))
  return isObject(value) && value.sessionId === sessionId ? Number(value.seq) || 0 : 0
}
