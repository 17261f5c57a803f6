import type { Pending } from './log.ts'
import { isObject, readAttachment, readList, readText } from './shapes.ts'
import { readJson, type Shelf } from './storage.ts'

/** `visitor` is shared by all tabs of this browser, `tab` survives a reload of this one. */
export type Stored = { visitor: Shelf; tab: Shelf }

export function readPending(shelf: Shelf): Pending[] {
  return readList(readJson(shelf.read('pending')), (value) => {
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

/** How far this conversation was read, or cleared away. */
export function readMark(shelf: Shelf, name: 'read' | 'cleared', sessionId: string | null): number {
  const value = readJson(shelf.read(name))
  return isObject(value) && value.sessionId === sessionId ? Number(value.seq) || 0 : 0
}
