import type { Attachment } from '@aichat/contracts/chat/attachments'
import { sessionRoutes } from '@aichat/contracts/chat/sessions'
import {
  createUploadQueue,
  interruptedFile,
  type QueuedFile,
  type UploadQueue,
  uploadedFile,
} from '../attachments/upload-queue.ts'
import { getCurrentUser } from '../kit/http/auth-storage.ts'
import { upload } from '../kit/http/upload.ts'
import { log } from '../kit/log.ts'

type StoredFile = { name: string; attachment: Attachment | null }

const storageKey = (sessionId: string) => `draft files ${sessionId}`
const queues = new Map<string, UploadQueue>()

/** The files of an unsent message. They survive switching conversations and reloading the tab. */
export function getDraftFiles(sessionId: string): UploadQueue {
  const key = `${getCurrentUser()?.id} ${sessionId}`
  const existing = queues.get(key)
  if (existing) return existing
  const queue = createUploadQueue({
    upload: (file, options) =>
      upload(sessionRoutes.attach, { params: { sessionId }, files: [file], ...options }),
    initial: load(sessionId),
    save: (files) => save(sessionId, files),
  })
  queues.set(key, queue)
  return queue
}

/** The server stores an uploaded file for a day. A file that was not uploaded has to be chosen again. */
function load(sessionId: string): QueuedFile[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(sessionId)) ?? '[]') as StoredFile[]
    return stored.map(({ name, attachment }) =>
      attachment ? uploadedFile(attachment) : interruptedFile(name),
    )
  } catch {
    return []
  }
}

function save(sessionId: string, files: readonly QueuedFile[]) {
  const stored: StoredFile[] = files.map(({ name, attachment }) => ({ name, attachment }))
  try {
    if (stored.length > 0) sessionStorage.setItem(storageKey(sessionId), JSON.stringify(stored))
    else sessionStorage.removeItem(storageKey(sessionId))
  } catch (error) {
    log('Failed to save unsent files for a reload', error)
  }
}
