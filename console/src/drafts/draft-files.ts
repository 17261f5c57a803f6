import type { Attachment } from '@aichat/contracts/attachments'
import { sessionRoutes } from '@aichat/contracts/sessions'
import { createTray, lostItem, storedItem, type Tray, type TrayItem } from '../attachments/upload-queue.ts'
import { getCurrentUser } from '../kit/auth-storage.ts'
import { log } from '../kit/log.ts'
import { upload } from '../kit/upload.ts'

type Kept = { name: string; attachment: Attachment | null }

const keyOf = (sessionId: string) => `draft files ${sessionId}`
const trays = new Map<string, Tray>()

/** The files of what is being written in a conversation, kept over switches and reloads of this tab. */
export function draftFiles(sessionId: string): Tray {
  const writer = `${getCurrentUser()?.id} ${sessionId}`
  const known = trays.get(writer)
  if (known) return known
  const tray = createTray({
    upload: (file, way) => upload(sessionRoutes.attach, { params: { sessionId }, file, ...way }),
    first: load(sessionId),
    keep: (items) => keep(sessionId, items),
  })
  trays.set(writer, tray)
  return tray
}

/** What is on the server waits there for a day. The content of what is not cannot be kept here. */
function load(sessionId: string): TrayItem[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(sessionId)) ?? '[]') as Kept[]
    return kept.map(({ name, attachment }) => (attachment ? storedItem(attachment) : lostItem(name)))
  } catch {
    return [] // not written by this version
  }
}

function keep(sessionId: string, items: readonly TrayItem[]) {
  const kept: Kept[] = items.map(({ name, attachment }) => ({ name, attachment }))
  try {
    if (kept.length > 0) sessionStorage.setItem(keyOf(sessionId), JSON.stringify(kept))
    else sessionStorage.removeItem(keyOf(sessionId))
  } catch (error) {
    log('Files that are not sent will not survive a reload', error)
  }
}
