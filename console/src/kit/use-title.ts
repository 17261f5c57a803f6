import { useEffect } from 'react'

/** `<page> · AI Chat Platform` while the page is shown. */
export function useTitle(page: string) {
  useEffect(() => {
    document.title = page ? `${page} · AI Chat Platform` : 'AI Chat Platform'
  }, [page])
}
