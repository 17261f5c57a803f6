import type { PreviewMessage, PreviewState } from '@aichat/contracts/preview'
import type { WidgetContent } from '@aichat/contracts/widget'
import { useEffect, useRef, useState } from 'react'
import { Select } from '../ui/Select.tsx'
import { Spinner } from '../ui/Spinner.tsx'

const address = '/widgets/preview'
const hintShownFor = 1200
const sendAt = [0, 200, 600, 1200]
const messageType: PreviewMessage['type'] = 'aichat:preview'

const states = [
  { value: 'first_visit', label: 'First visit' },
  { value: 'returning', label: 'Returning' },
  { value: 'offline', label: 'Offline' },
] as const

type Props = {
  config: WidgetContent
  projectName: string
  state: PreviewState
  onState: (state: PreviewState) => void
}

/** The real widget in a frame. It is told everything, whole, and asks for nothing. */
export function Preview({ config, projectName, state, onState }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  const [isHinted, setHinted] = useState(true)
  const message: PreviewMessage = { type: messageType, config, projectName, state }
  const text = JSON.stringify(message)

  // The widget may start later than its page: after each load the config is sent again.
  useEffect(() => {
    if (loads === 0) return
    const timers = sendAt.map((delay) => setTimeout(() => post(frame.current, latest.current), delay))
    return () => timers.forEach(clearTimeout)
  }, [loads])

  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
    post(frame.current, text)
  }, [text])

  useEffect(() => {
    const timer = setTimeout(() => setHinted(false), hintShownFor)
    return () => clearTimeout(timer)
  }, [])

  return (
    <section aria-label="Preview" className="flex w-full flex-col items-center gap-3">
      <div className="flex w-full max-w-100 items-center justify-between gap-3">
        <h2 className="text-body font-medium">Preview</h2>
        <div className="w-36">
          <Select label="Show" isLabelHidden value={state} options={states} onChange={onState} />
        </div>
      </div>
      <div className="relative h-[clamp(500px,calc(100dvh-220px),700px)] w-full max-w-100 overflow-hidden rounded-card border bg-surface">
        <iframe
          ref={frame}
          src={address}
          title="Widget preview"
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
    </section>
  )
}

function post(frame: HTMLIFrameElement | null, text: string) {
  frame?.contentWindow?.postMessage(JSON.parse(text), window.location.origin)
}
