import { chatsPath } from '../paths.ts'
import { toast } from '../ui/toasts.ts'
import { useCopy } from '../ui/use-copy.ts'

/** Returns a function that copies the URL of a conversation. */
export function useCopyLink() {
  const { copy } = useCopy()
  return async (sessionId: string) => {
    await copy(new URL(chatsPath(sessionId), window.location.href).href)
    toast('Link copied')
  }
}
