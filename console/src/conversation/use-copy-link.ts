import { chatsPath } from '../paths.ts'
import { toast } from '../ui/feedback/toasts.ts'
import { useCopy } from '../ui/use-copy.ts'

/** Returns a function that copies the URL of a conversation. */
export function useCopyLink() {
  const { copy } = useCopy()
  return async (sessionId: string) => {
    const url = new URL(chatsPath(sessionId), window.location.href).href
    if (await copy(url)) toast('Link copied')
    else toast('Failed to copy the link', { tone: 'bad' })
  }
}
