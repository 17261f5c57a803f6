import type { PreviewMessage, PreviewTheme } from '@aichat/contracts/widget/preview'
import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { Spinner } from '../ui/feedback/Spinner.tsx'

const previewUrl = '/widgets/preview'
const loadingHintMs = 1200
const sendDelaysMs = [0, 200, 600, 1200]
const messageType: PreviewMessage['type'] = 'aichat:preview'

type Props = {
  message: Omit<PreviewMessage, 'type'>
  className: string
}

/** Posts the whole preview message to the frame after every change. The frame posts nothing back. */
export function PreviewFrame({ message, className }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  const [isHinted, setHinted] = useState(true)
  const text = JSON.stringify({ type: messageType, ...message })

  // The widget may start after its page has loaded, so the message is sent again after each load.
  useEffect(() => {
    if (loads === 0) return
    const timers = sendDelaysMs.map((delay) => setTimeout(() => post(frame.current, latest.current), delay))
    return () => timers.forEach(clearTimeout)
  }, [loads])

  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
    post(frame.current, text)
  }, [text])

  useEffect(() => {
    const timer = setTimeout(() => setHinted(false), loadingHintMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className={clsx('relative overflow-hidden', className)}>
      <iframe
        ref={frame}
        src={previewUrl}
        title="Widget preview"
        // An opaque origin: nothing in the frame can read this origin's storage.
        sandbox="allow-scripts"
        // The page is transparent where its color scheme is that of the frame.
        style={{ colorScheme: message.theme }}
        onLoad={() => setLoads((count) => count + 1)}
        className="size-full"
      />
      {isHinted && (
        <div
          role="status"
          className="absolute inset-0 flex items-center justify-center gap-2 bg-surface text-ink-2"
        >
          <Spinner /> Loading preview…
        </div>
      )}
    </div>
  )
}

function post(frame: HTMLIFrameElement | null, text: string) {
  // A sandboxed frame has an opaque origin. The page's CSP allows only our own frame there.
  frame?.contentWindow?.postMessage(JSON.parse(text), '*')
}

export function getConsoleTheme(): PreviewTheme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}
