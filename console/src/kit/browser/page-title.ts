import { useEffect } from 'react'
import { formatBadgeCount } from '../format/format.ts'

let page = ''
let unread = 0

/** Sets the document title to `<page> · AI Chat Platform`. */
export function usePageTitle(name: string) {
  useEffect(() => {
    page = name
    updateDocumentTitle()
  }, [name])
}

/** Prefixes the document title with the unread count. */
export function useUnreadInTitle(count: number) {
  useEffect(() => {
    unread = count
    updateDocumentTitle()
    return () => {
      unread = 0
      updateDocumentTitle()
    }
  }, [count])
}

function updateDocumentTitle() {
  const name = page ? `${page} · AI Chat Platform` : 'AI Chat Platform'
  document.title = unread > 0 ? `(${formatBadgeCount(unread)}) ${name}` : name
}
