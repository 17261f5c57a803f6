import { getFileUrl } from './file-url.ts'

let loading: Promise<void> | undefined

/** Loads the styles that all lazy parts share, once. A `query` makes the address another one, after a failure. */
export function loadPartStyles(query = ''): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = getFileUrl(`parts.css${query}`)
    link.onload = () => resolve()
    link.onerror = () => {
      loading = undefined
      reject(new Error('styles not loaded'))
    }
    document.head.append(link)
  })
  return loading
}
