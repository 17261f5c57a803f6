import type { Pending } from './log.ts'
import { isObject, readList, readText } from './shapes.ts'
import { readJson, type Shelf } from './storage.ts'

/** `visitor` is shared by all tabs of this browser, `tab` survives a reload of this one. */
export type Stored = { visitor: Shelf; tab: Shelf }

export function readPending(shelf: Shelf): Pending[] {
  return readList(readJson(shelf.read('pending')), (value) => {
    if (!isObject(value) || !readText(value.clientId) || !readText(value.text)) return null
    return {
      clientId: readText(value.clientId),
      text: readText(value.text),
      refusal: typeof value.refusal === 'string' ? value.refusal : null,
    }
  })
}

export function readReadSeq(shelf: Shelf, sessionId: string | null): number {
  const value = readJson(shelf.read('read'))
  return isObject(value) && value.sessionId === sessionId ? Number(value.seq) || 0 : 0
}
