import type { Attachment } from '@aichat/contracts/attachments'
import { useRef, useState } from 'react'
import { type Files, maxFiles } from './files.ts'

/** A file that belongs to the message being written. */
export type Upload = {
  key: number
  name: string
  /** From 0 to 1. */
  progress: number
  attachment: Attachment | null
  problem: string | null
  control: AbortController
}

let lastKey = 0

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
        const started = { key, name: file.name, progress: 0, attachment: null, problem: null, control }
        set([...latest.current, started])
        upload(file, (progress) => change(key, { progress }), control.signal).then(
          (attachment) => change(key, { attachment }),
          (error: Error) => change(key, { problem: error.message }),
        )
      }
    },
    remove(key: number) {
      latest.current.find((one) => one.key === key)?.control.abort()
      set(latest.current.filter((one) => one.key !== key))
    },
    clear: () => set([]),
  }
}
