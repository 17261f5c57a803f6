import { useEffect, useState } from 'react'
import { log } from '../kit/log.ts'

const copiedIndicatorMs = 2000

/** Copies text, and returns whether that succeeded. `isCopied` is true for two seconds afterwards. */
export function useCopy() {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedIndicatorMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  async function copy(text: string): Promise<boolean> {
    const isDone = await writeToClipboard(text)
    if (isDone) setCopied(true)
    return isDone
  }
  return { isCopied, copy }
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    log('Failed to write to the clipboard', error)
    return copyBySelection(text)
  }
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
