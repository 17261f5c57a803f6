import { useEffect, useState } from 'react'
import { log } from '../kit/log.ts'

const copiedIndicatorMs = 2000

/** Copies text. `isCopied` is true for two seconds afterwards. */
export function useCopy() {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedIndicatorMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
    } catch (error) {
      log('Failed to write to the clipboard', error)
      if (!copyBySelection(text)) return
    }
    setCopied(true)
  }
  return { isCopied, copy }
}

/** Fallback for insecure origins, which have no clipboard API. */
function copyBySelection(text: string) {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}
