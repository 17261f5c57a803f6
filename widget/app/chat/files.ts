import type { Attachment } from '@aichat/contracts/chat/attachments'
import { getRefusal } from '../connection/failure.ts'
import { isObject, readAttachment, readText } from '../connection/shapes.ts'
import { words } from '../kit/words.ts'

const maxFileBytes = 10 * 1024 * 1024
/** Filters the file dialog; the server checks the content. */
export const acceptedFileTypes = '.png,.jpg,.jpeg,.gif,.webp,.pdf,.txt,.csv,.md,.log'
export const maxFiles = 10
/** Images that the chat shows. All other files are downloaded. */
export const imageTypes = /^image\/(?:png|jpeg|gif|webp)$/

export type Files = {
  upload(file: File, onProgress: (progress: number) => void, signal: AbortSignal): Promise<Attachment>
  fetchFile(id: string): Promise<Blob>
}

/** Uploads and downloads files of one visitor. `token` is called for each request, because it may change. */
export function createFiles(publicKey: string, token: () => string | null): Files {
  const path = `/api/public/${encodeURIComponent(publicKey)}/attachments`
  const authorization = () => `Bearer ${token()}`
  return {
    upload(file, onProgress, signal) {
      return new Promise((resolve, reject) => {
        if (file.size === 0) return reject(new Error(words.fileEmpty))
        if (file.size > maxFileBytes) return reject(new Error(words.fileTooLarge))
        // fetch() does not report the progress of an upload.
        const request = new XMLHttpRequest()
        request.open('POST', path)
        request.setRequestHeader('authorization', authorization())
        request.responseType = 'json'
        request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
        request.onerror = () => reject(new Error(words.fileFailed))
        request.onload = () => {
          const answer = isObject(request.response) ? request.response : {}
          const attachment = readAttachment(answer.data)
          if (attachment) resolve(attachment)
          else reject(new Error(getRefusal(readText(answer.code), words.fileFailed)))
        }
        signal.addEventListener('abort', () => request.abort())
        const form = new FormData()
        form.append('file', file)
        request.send(form)
      })
    },
    async fetchFile(id) {
      const headers = { authorization: authorization() }
      const response = await fetch(`${path}/${encodeURIComponent(id)}`, { headers })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return response.blob()
    },
  }
}

/** Saves a file through the browser's download dialog. */
export function downloadFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
