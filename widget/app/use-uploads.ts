import type { Attachment } from '@aichat/contracts/attachments'
import { useRef, useState } from 'react'
import { type Files, mostFiles } from './files.ts'

/** A file beside the message that is being written. */
export type Upload = {
  key: number
  name: string
  /** From 0 to 1. */
  part: number
  attachment: Attachment | null
  problem: string | null
  control: AbortController
}

let lastKey = 0

export function useUploads(upload: Files['upload']) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const now = useRef(uploads)

  function set(next: readonly Upload[]) {
    now.current = next
    setUploads(next)
  }

  function change(key: number, patch: Partial<Upload>) {
    set(now.current.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  }

  return {
    uploads,
    add(files: Iterable<File>) {
      for (const file of [...files].slice(0, mostFiles - now.current.length)) {
        const key = ++lastKey
        const control = new AbortController()
        const started = { key, name: file.name, part: 0, attachment: null, problem: null, control }
        set([...now.current, started])
        upload(file, (part) => change(key, { part }), control.signal).then(
          (attachment) => change(key, { attachment }),
          (error: Error) => change(key, { problem: error.message }),
        )
      }
    },
    remove(key: number) {
      now.current.find((one) => one.key === key)?.control.abort()
      set(now.current.filter((one) => one.key !== key))
    },
    clear: () => set([]),
  }
}
