import {
  type Attachment,
  attachmentExtensions,
  attachmentLimits,
  sessionRoutes,
  sessionSentences,
} from '@aichat/contracts/sessions'
import { useSyncExternalStore } from 'react'
import { sentenceOf } from '../kit/failure.ts'
import { newId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { upload } from '../kit/upload.ts'

/** A file on its way to be sent: uploaded while its message is still being written. */
export type TrayItem = {
  key: string
  file: File
  /** From 0 to 1. */
  share: number
  attachment: Attachment | null
  problem: string | null
}

const nothing: readonly TrayItem[] = []
const trays = new Map<string, readonly TrayItem[]>()
const aborts = new Map<string, AbortController>()
const listeners = new Set<() => void>()

/** What stands in the composer of a conversation; it goes on uploading while another one is looked at. */
export function useTray(sessionId: string): readonly TrayItem[] {
  return useSyncExternalStore(subscribe, () => trays.get(sessionId) ?? nothing)
}

/** Takes files in as far as there is room. Answers what to tell about those that were left out. */
export function addFiles(sessionId: string, files: readonly File[]): string | null {
  const room = attachmentLimits.perMessage - (trays.get(sessionId)?.length ?? 0)
  for (const file of files.slice(0, room)) {
    const item: TrayItem = { key: newId(), file, share: 0, attachment: null, problem: problemOf(file) }
    change(sessionId, (items) => [...items, item])
    if (!item.problem) start(sessionId, item)
  }
  return files.length > room ? sessionSentences.tooManyFiles : null
}

export function retryFile(sessionId: string, item: TrayItem) {
  update(sessionId, item.key, { problem: problemOf(item.file), share: 0 })
  if (!problemOf(item.file)) start(sessionId, item)
}

export function removeFile(sessionId: string, key: string) {
  aborts.get(key)?.abort()
  change(sessionId, (items) => items.filter((item) => item.key !== key))
}

export function clearTray(sessionId: string) {
  change(sessionId, () => nothing)
}

/** What the server would refuse is not sent to it. */
function problemOf({ name, size }: File): string | null {
  const isKnown = attachmentExtensions.some((extension) => name.toLowerCase().endsWith(extension))
  if (!isKnown) return sessionSentences.fileType
  return size > attachmentLimits.bytes ? sessionSentences.fileTooLarge : null
}

async function start(sessionId: string, { key, file }: TrayItem) {
  const abort = new AbortController()
  aborts.set(key, abort)
  try {
    const attachment = await upload(sessionRoutes.attach, {
      params: { sessionId },
      file,
      onProgress: (share) => update(sessionId, key, { share }),
      signal: abort.signal,
    })
    update(sessionId, key, { attachment, share: 1 })
  } catch (error) {
    if (abort.signal.aborted) return
    log('A file was not uploaded', error)
    update(sessionId, key, { problem: sentenceOf(error, 'The file was not uploaded') })
  } finally {
    aborts.delete(key)
  }
}

function update(sessionId: string, key: string, patch: Partial<TrayItem>) {
  change(sessionId, (items) => items.map((item) => (item.key === key ? { ...item, ...patch } : item)))
}

function change(sessionId: string, next: (items: readonly TrayItem[]) => readonly TrayItem[]) {
  trays.set(sessionId, next(trays.get(sessionId) ?? nothing))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
