import type { Attachment } from '@aichat/contracts/attachments'
import { isObject, readAttachment, readText } from './shapes.ts'
import { words } from './words.ts'

const mostBytes = 10 * 1024 * 1024
/** What the system's dialog offers; the server looks at the content. */
export const accepted = '.png,.jpg,.jpeg,.gif,.webp,.pdf,.txt,.csv,.md,.log'
export const mostFiles = 10

export type Files = {
  upload(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<Attachment>
  fetchFile(id: string): Promise<Blob>
}

/** Files of one visitor: `token` is asked for anew each time, because it may change. */
export function createFiles(publicKey: string, token: () => string | null): Files {
  const path = `/api/public/${encodeURIComponent(publicKey)}/attachments`
  const authorization = () => `Bearer ${token()}`
  return {
    upload(file, onProgress, signal) {
      return new Promise((resolve, reject) => {
        if (file.size > mostBytes) return reject(new Error(words.fileTooLarge))
        // Only this old call tells how far an upload has come.
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
          else reject(new Error(readText(answer.message) || words.fileFailed))
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
      if (!response.ok) throw new Error(`answered ${response.status}`)
      return response.blob()
    },
  }
}

/** Hands a file to the browser to keep. */
export function saveAs(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
