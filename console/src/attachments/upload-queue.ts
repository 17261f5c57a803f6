import {
  type Attachment,
  attachmentExtensions,
  attachmentLimits,
  attachmentSentences,
} from '@aichat/contracts/chat/attachments'
import { errorMessage } from '../kit/http/api-error.ts'
import { createId } from '../kit/ids.ts'
import { log } from '../kit/log.ts'
import { createStore, type Store, useStore } from '../kit/store.ts'

/** A file of a message or saved reply that is being written. */
export type QueuedFile = {
  key: string
  name: string
  /** The content, if it was chosen in this tab since the last reload. */
  file: File | null
  /** Loads the content of a file that is on the server. */
  loadContent: (() => Promise<Blob>) | null
  /** From 0 to 1; null where this browser has nothing to upload. */
  progress: number | null
  /** Set once the server has the file. */
  attachment: Attachment | null
  error: string | null
  /** Null where the upload cannot be repeated without choosing the file again. */
  upload: Upload | null
}

type UploadOptions = { onProgress: (progress: number) => void; signal: AbortSignal }
type Upload = (options: UploadOptions) => Promise<Attachment>
type ServerFile = Pick<QueuedFile, 'name' | 'upload' | 'loadContent'>

type Options = {
  upload: (file: File, options: UploadOptions) => Promise<Attachment>
  initial?: readonly QueuedFile[]
  save?: (files: readonly QueuedFile[]) => void
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

const interruptedError = 'The upload was interrupted. Please add the file again.'

/** Files upload as soon as they are added, also while another conversation is open. */
export function createUploadQueue({ upload, initial = [], save }: Options) {
  const store = createStore(initial)
  const set = (next: readonly QueuedFile[]) => {
    save?.(next)
    store.set(next)
  }
  const uploads = createUploads((key, patch) => updateFile(store, set, key, patch))

  /** Returns an error message when some files do not fit. */
  function addUpToLimit<Source>(sources: readonly Source[], toFile: (source: Source) => QueuedFile) {
    const room = attachmentLimits.perMessage - store.get().length
    for (const source of sources.slice(0, room)) {
      const file = toFile(source)
      set([...store.get(), file])
      if (!file.error && !file.attachment) void uploads.start(file)
    }
    return sources.length > room ? attachmentSentences.tooManyFiles : null
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    addFiles: (files: readonly File[]) =>
      addUpToLimit(files, (file) => ({
        ...emptyFile(file.name),
        file,
        progress: 0,
        error: validate(file),
        upload: (options) => upload(file, options),
      })),
    /** Adds files of the server that are copied for this message. */
    addCopies: (files: readonly ServerFile[]) =>
      addUpToLimit(files, (file) => ({ ...emptyFile(file.name), ...file })),
    addUploaded: (attachments: readonly Attachment[]) =>
      addUpToLimit(attachments, (attachment) => uploadedFile(attachment)),
    retry(file: QueuedFile) {
      const error = file.file && validate(file.file)
      updateFile(store, set, file.key, { error, progress: file.file ? 0 : null })
      if (!error) void uploads.start(file)
    },
    remove(key: string) {
      uploads.abort(key)
      set(store.get().filter((file) => file.key !== key))
    },
    clear() {
      uploads.abortAll()
      set([])
    },
  }
}

export function useUploadQueue(queue: UploadQueue): readonly QueuedFile[] {
  return useStore(queue)
}

export function uploadedFile(
  attachment: Attachment,
  loadContent: QueuedFile['loadContent'] = null,
): QueuedFile {
  return { ...emptyFile(attachment.name), attachment, loadContent }
}

/** A file whose upload was interrupted by a reload. */
export function interruptedFile(name: string): QueuedFile {
  return { ...emptyFile(name), error: interruptedError }
}

type Update = (key: string, patch: Partial<QueuedFile>) => void

function createUploads(update: Update) {
  const controllers = new Map<string, AbortController>()
  return {
    async start({ key, upload }: QueuedFile) {
      if (!upload) return
      const controller = new AbortController()
      controllers.set(key, controller)
      try {
        const onProgress = (progress: number) => update(key, { progress })
        update(key, { attachment: await upload({ onProgress, signal: controller.signal }) })
      } catch (error) {
        if (controller.signal.aborted) return
        log('Failed to add a file', error)
        update(key, { error: errorMessage(error, 'Failed to add the file') })
      } finally {
        controllers.delete(key)
      }
    },
    abort: (key: string) => controllers.get(key)?.abort(),
    abortAll() {
      for (const controller of controllers.values()) controller.abort()
    },
  }
}

/** The file may have been removed while it was uploading. */
function updateFile(
  store: Store<readonly QueuedFile[]>,
  set: (next: readonly QueuedFile[]) => void,
  key: string,
  patch: Partial<QueuedFile>,
) {
  const files = store.get()
  if (files.some((file) => file.key === key))
    set(files.map((file) => (file.key === key ? { ...file, ...patch } : file)))
}

function emptyFile(name: string): QueuedFile {
  return {
    key: createId(),
    name,
    file: null,
    loadContent: null,
    progress: null,
    attachment: null,
    error: null,
    upload: null,
  }
}

/** The server would reject these files too. */
function validate({ name, size }: File): string | null {
  const hasKnownType = attachmentExtensions.some((extension) => name.toLowerCase().endsWith(extension))
  if (!hasKnownType) return attachmentSentences.fileType
  return size > attachmentLimits.bytes ? attachmentSentences.fileTooLarge : null
}
