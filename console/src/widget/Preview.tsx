import type { PreviewDevice, PreviewMessage, PreviewState, PreviewTheme } from '@aichat/contracts/preview'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Select } from '../ui/Select.tsx'
import { Spinner } from '../ui/Spinner.tsx'

const previewUrl = '/widgets/preview'
const loadingHintMs = 1200
const sendDelaysMs = [0, 200, 600, 1200]
const messageType: PreviewMessage['type'] = 'aichat:preview'

const states = [
  { value: 'first_visit', label: 'First visit' },
  { value: 'returning', label: 'Returning' },
  { value: 'offline', label: 'Offline' },
  { value: 'prechat', label: 'Pre-chat' },
  { value: 'faq', label: 'FAQ' },
  { value: 'ai_answer', label: 'AI answer' },
] as const
const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const
const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The project data that the preview shows. */
export type PreviewContent = Omit<PreviewMessage, 'type' | 'state' | 'device' | 'theme'>

type Props = {
  content: PreviewContent
  state: PreviewState
  onState: (state: PreviewState) => void
  /** Beside the controls. */
  action?: ReactNode
}

/** The real widget in a frame, with controls for state, device and theme. */
export function Preview({ content, state, onState, action }: Props) {
  const [device, setDevice] = useState<PreviewDevice>('desktop')
  const [theme, setTheme] = useState(getConsoleTheme)
  const [attempt, setAttempt] = useState(0)
  return (
    <section aria-label="Preview" className="flex w-full flex-col items-center gap-3">
      <div className="flex w-full max-w-160 flex-wrap items-center justify-center gap-x-3 gap-y-2">
        <div className="w-34">
          <Select label="Show" isLabelHidden value={state} options={states} onChange={onState} />
        </div>
        <SegmentedControl label="Device" value={device} options={devices} onChange={setDevice} />
        <SegmentedControl label="Theme" value={theme} options={themes} onChange={setTheme} />
        <IconButton label="Reload preview" onPress={() => setAttempt(attempt + 1)}>
          <RotateCw aria-hidden strokeWidth={1.75} />
        </IconButton>
        {action}
      </div>
      <PreviewFrame key={attempt} message={{ type: messageType, ...content, state, device, theme }} />
      {state === 'faq' && content.faqs.length === 0 && (
        <p className="text-small text-muted">No FAQs to show yet.</p>
      )}
    </section>
  )
}

/** Posts the whole preview message to the frame after every change. The frame posts nothing back. */
function PreviewFrame({ message }: { message: PreviewMessage }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  const [isHinted, setHinted] = useState(true)
  const text = JSON.stringify(message)

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
    <div className="relative h-[clamp(500px,calc(100dvh-220px),700px)] w-full max-w-100 overflow-hidden rounded-card border bg-surface max-md:h-[calc(100dvh-156px)]">
      <iframe
        ref={frame}
        src={previewUrl}
        title="Widget preview"
        // An opaque origin: nothing in the frame can read this origin's storage.
        sandbox="allow-scripts"
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

function getConsoleTheme(): PreviewTheme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}
