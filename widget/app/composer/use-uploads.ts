import type { Attachment } from '@aichat/contracts/chat/attachments'
import { useRef, useState } from 'react'
import { type Files, imageTypes, maxFiles } from '../chat/files.ts'

/** A file that belongs to the message being written. */
export type Upload = {
  key: number
  name: string
  /** The object URL of an image. */
  thumbnailUrl: string | null
  /** From 0 to 1. */
  progress: number
  attachment: Attachment | null
  problem: string | null
  control: AbortController
}

let lastKey = 0

function revoke(upload: Upload | undefined) {
  if (upload?.thumbnailUrl) URL.revokeObjectURL(upload.thumbnailUrl)
}

export function useUploads(upload: Files['upload']) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const latest = useRef(uploads)

  function set(next: readonly Upload[]) {
    latest.current = next
    setUploads(next)
  }

  function change(key: number, patch: Partial<Upload>) {
    set(latest.current.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  }

  return {
    uploads,
    add(files: Iterable<File>) {
      for (const file of [...files].slice(0, maxFiles - latest.current.length)) {
        const key = ++lastKey
        const control = new AbortController()
        const thumbnailUrl = imageTypes.test(file.type) ? URL.createObjectURL(file) : null
        const started = {
          key,
          name: file.name,
          thumbnailUrl,
          progress: 0,
          attachment: null,
          problem: null,
          control,
        }
        set([...latest.current, started])
        upload(file, (progress) => change(key, { progress }), control.signal).then(
          (attachment) => change(key, { attachment }),
          (error: Error) => change(key, { problem: error.message }),
        )
      }
    },
    remove(key: number) {
      const removed = latest.current.find((one) => one.key === key)
      removed?.control.abort()
      revoke(removed)
      set(latest.current.filter((one) => one.key !== key))
    },
    clear() {
      latest.current.forEach(revoke)
      set([])
    },
  }
}
