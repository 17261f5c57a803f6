import {
  type Attachment,
  attachmentExtensions,
  attachmentLimits,
  attachmentSentences,
} from '@aichat/contracts/attachments'
import { errorMessage } from '../kit/api-error.ts'
import { createId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { createStore, useStore } from '../kit/store.ts'

/** A file on its way: it is on the server before what carries it has been written. */
export type TrayItem = {
  key: string
  name: string
  /** The content, where it is at hand. */
  file: File | null
  /** Gets the content where it is not; null where nobody can. */
  load: (() => Promise<Blob>) | null
  /** How much of it has left, from 0 to 1; null where nothing has to. */
  share: number | null
  attachment: Attachment | null
  problem: string | null
  /** Tries once more; null where that needs the file itself, which is not at hand. */
  bring: Bring | null
}

type Way = { onProgress: (share: number) => void; signal: AbortSignal }
type Bring = (way: Way) => Promise<Attachment>

type Options = {
  upload: (file: File, way: Way) => Promise<Attachment>
  first?: readonly TrayItem[]
  keep?: (items: readonly TrayItem[]) => void
}

export type Tray = ReturnType<typeof createTray>

const cutOff = 'The upload was cut off. Please add the file again.'

/** It goes on uploading while something else is looked at. */
export function createTray({ upload, first = [], keep }: Options) {
  const store = createStore(first)
  const aborts = new Map<string, AbortController>()

  function change(next: readonly TrayItem[]) {
    keep?.(next)
    store.set(next)
  }

  function update(key: string, patch: Partial<TrayItem>) {
    const items = store.get()
    if (items.some((item) => item.key === key))
      change(items.map((item) => (item.key === key ? { ...item, ...patch } : item)))
  }

  function add(item: TrayItem) {
    change([...store.get(), item])
    if (!item.problem && !item.attachment) start(item)
  }

  async function start({ key, bring }: TrayItem) {
    if (!bring) return
    const abort = new AbortController()
    aborts.set(key, abort)
    try {
      const onProgress = (share: number) => update(key, { share })
      update(key, { attachment: await bring({ onProgress, signal: abort.signal }) })
    } catch (error) {
      if (abort.signal.aborted) return
      log('A file was not added', error)
      update(key, { problem: errorMessage(error, 'The file was not added') })
    } finally {
      aborts.delete(key)
    }
  }

  const room = () => attachmentLimits.perMessage - store.get().length

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Takes files in as far as there is room. Answers what to tell about those that were left out. */
    addFiles(files: readonly File[]): string | null {
      const isTooMany = files.length > room()
      for (const file of files.slice(0, room())) {
        add({
          ...itemOf(file.name),
          file,
          share: 0,
          problem: problemOf(file),
          bring: (way) => upload(file, way),
        })
      }
      return isTooMany ? attachmentSentences.tooManyFiles : null
    },

    /** Files that the server has, each to be copied for what is written here. */
    addCopies(files: readonly Pick<TrayItem, 'name' | 'bring' | 'load'>[]): string | null {
      const isTooMany = files.length > room()
      for (const file of files.slice(0, room())) add({ ...itemOf(file.name), ...file })
      return isTooMany ? attachmentSentences.tooManyFiles : null
    },

    /** Files that are there to be used already. */
    addStored(attachments: readonly Attachment[]) {
      for (const attachment of attachments.slice(0, room())) add(storedItem(attachment))
    },

    retry(item: TrayItem) {
      const problem = item.file && problemOf(item.file)
      update(item.key, { problem, share: item.file ? 0 : null })
      if (!problem) start(item)
    },

    remove(key: string) {
      aborts.get(key)?.abort()
      change(store.get().filter((item) => item.key !== key))
    },

    clear() {
      for (const abort of aborts.values()) abort.abort()
      change([])
    },
  }
}

export function useTray(tray: Tray): readonly TrayItem[] {
  return useStore(tray)
}

export function storedItem(attachment: Attachment, load: TrayItem['load'] = null): TrayItem {
  return { ...itemOf(attachment.name), attachment, load }
}

export function lostItem(name: string): TrayItem {
  return { ...itemOf(name), problem: cutOff }
}

function itemOf(name: string): TrayItem {
  return {
    key: createId(),
    name,
    file: null,
    load: null,
    share: null,
    attachment: null,
    problem: null,
    bring: null,
  }
}

/** What the server would refuse is not sent to it. */
function problemOf({ name, size }: File): string | null {
  const isKnown = attachmentExtensions.some((extension) => name.toLowerCase().endsWith(extension))
  if (!isKnown) return attachmentSentences.fileType
  return size > attachmentLimits.bytes ? attachmentSentences.fileTooLarge : null
}
