import { useEffect } from 'react'
import { formatBadgeCount } from './format.ts'

let page = ''
let unread = 0

/** `<page> · AI Chat Platform` while the page is shown. */
export function usePageTitle(name: string) {
  useEffect(() => {
    page = name
    updateDocumentTitle()
  }, [name])
}

/** What waits stands before the page's name, where a tab shows it. */
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
