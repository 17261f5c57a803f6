import type { PreviewDevice, PreviewMessage, PreviewState } from '@aichat/contracts/widget/preview'
import clsx from 'clsx'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { PreviewDeviceFrame } from './PreviewDeviceFrame.tsx'
import { getConsoleTheme, PreviewFrame } from './PreviewFrame.tsx'

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
  /** The website on which the widget will be. */
  host: string | null
  state: PreviewState
  onState: (state: PreviewState) => void
  /** Beside the controls. */
  action?: ReactNode
}

/** The real widget in a frame, with controls for state, device and theme. */
export function Preview({ content, host, state, onState, action }: Props) {
  const [device, setDevice] = useState<PreviewDevice>('desktop')
  const [theme, setTheme] = useState(getConsoleTheme)
  const [attempt, setAttempt] = useState(0)
  const isLeft = content.config.icon.position === 'bottom-left'
  return (
    <section aria-label="Preview" className="flex w-full flex-col items-center gap-2 md:gap-3">
      <div className="flex w-full max-w-160 items-center gap-x-2 gap-y-2 max-md:overflow-x-auto max-md:[scrollbar-width:none] md:flex-wrap md:justify-center">
        <div className="w-30 shrink-0">
          <Select label="Show" isLabelHidden value={state} options={states} onChange={onState} />
        </div>
        <SegmentedControl label="Device" value={device} options={devices} onChange={setDevice} />
        <SegmentedControl label="Theme" value={theme} options={themes} onChange={setTheme} />
        <IconButton label="Reload preview" onPress={() => setAttempt(attempt + 1)}>
          <RotateCw aria-hidden strokeWidth={1.75} />
        </IconButton>
        {action}
      </div>
      <PreviewDeviceFrame host={host} device={device} theme={theme}>
        <PreviewFrame
          key={attempt}
          message={{ ...content, state, device, theme }}
          className={clsx(
            'h-[clamp(500px,calc(100dvh-290px),700px)] w-full max-w-100 max-md:h-[max(500px,calc(100dvh-174px))]',
            !isLeft && device === 'desktop' && 'ml-auto',
          )}
        />
      </PreviewDeviceFrame>
      {state === 'faq' && content.faqs.length === 0 && <p className="text-muted">No FAQs to show yet.</p>}
    </section>
  )
}
