import { useEffect } from 'react'
import { badgeCount } from './words.ts'

let page = ''
let unread = 0

/** `<page> · AI Chat Platform` while the page is shown. */
export function useTitle(name: string) {
  useEffect(() => {
    page = name
    write()
  }, [name])
}

/** What waits stands before the page's name, where a tab shows it. */
export function useTitleBadge(count: number) {
  useEffect(() => {
    unread = count
    write()
    return () => {
      unread = 0
      write()
    }
  }, [count])
}

function write() {
  const name = page ? `${page} · AI Chat Platform` : 'AI Chat Platform'
  document.title = unread > 0 ? `(${badgeCount(unread)}) ${name}` : name
}
