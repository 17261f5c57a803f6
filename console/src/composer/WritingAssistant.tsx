import { type WritingTone, writingTones } from '@aichat/contracts/writing'
import { CircleAlert, Eye, Lightbulb, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Sources } from '../transcript/Sources.tsx'
import { toneLabels } from '../transcript/tone-labels.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Select } from '../ui/Select.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Switch } from '../ui/Switch.tsx'
import { ToolButton } from '../ui/ToolButton.tsx'
import { folded } from '../ui/toolbar-labels.ts'
import type { Assistant } from './use-writing-assistant.ts'

type Props = { assistant: Assistant }

const options = writingTones.map((value) => ({ value, label: toneLabels[value] }))

/** In the composer's toolbar: a draft from the knowledge, and the tone that messages are put into. */
export function AssistantTools({ assistant }: Props) {
  const { isOn, tone, isBlank, isDrafting, isRewriting } = assistant
  return (
    <>
      <ToolButton
        words="Suggest"
        label="Suggest answer"
        icon={Lightbulb}
        fold="first"
        isBusy={isDrafting}
        onPress={assistant.draft}
      />
      <Switch
        isSelected={isOn}
        onChange={assistant.toggle}
        tone="ai"
        side="start"
        className="relative shrink-0 gap-1.5! ps-1 text-small! whitespace-nowrap"
      >
        <span>
          <span className={folded.third}>Writing </span>Assistant
        </span>
      </Switch>
      {isOn && (
        <>
          <div className="w-26 shrink-0 @max-[29rem]:w-24">
            <Select
              label="Tone"
              isLabelHidden
              value={tone}
              options={options}
              onChange={(next: WritingTone) => assistant.choose(next)}
            />
          </div>
          <ToolButton
            words="Preview"
            icon={Eye}
            fold="first"
            look="ghost"
            isBusy={isRewriting}
            isDisabled={isBlank}
            onPress={assistant.preview}
          />
        </>
      )}
    </>
  )
}

/** What the assistant has to show about the text below. */
export function AssistantStrip({ assistant }: Props) {
  const { strip } = assistant
  if (!strip) return null
  switch (strip.kind) {
    case 'rewriting':
      return (
        <Box>
          <Busy>Putting it into a {strip.tone} tone…</Busy>
        </Box>
      )
    case 'drafting':
      return (
        <Box>
          <Busy>Looking in the knowledge…</Busy>
        </Box>
      )
    case 'preview':
      return (
        <Box label={`${toneLabels[strip.tone]} preview`} onClose={assistant.dismiss}>
          <p className="text-caption font-medium text-ai">{toneLabels[strip.tone]}</p>
          <p dir="auto" className="max-h-40 overflow-y-auto text-body whitespace-pre-wrap wrap-anywhere">
            {strip.text}
          </p>
          <div className="flex flex-wrap gap-2 pt-1">
            <Button
              size="compact"
              variant="primary"
              onPress={() => assistant.sendPreview(strip.of, strip.text, strip.tone)}
            >
              Send this
            </Button>
            <Button size="compact" onPress={() => assistant.editPreview(strip.of, strip.text, strip.tone)}>
              Edit it
            </Button>
            <Button size="compact" variant="ghost" onPress={assistant.dismiss}>
              Keep mine
            </Button>
          </div>
        </Box>
      )
    case 'draft':
      return (
        <Box onClose={assistant.dismiss}>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small">
            <span role="status">Drafted from the knowledge. Read it before you send it.</span>
            <Button size="compact" variant="ghost" onPress={() => assistant.undoDraft(strip.before)}>
              Undo
            </Button>
          </div>
          {strip.sources.length > 0 && <Sources sources={strip.sources} side="start" />}
        </Box>
      )
    case 'problem':
      return (
        <Box onClose={assistant.dismiss}>
          <div role="alert" className="flex flex-wrap items-center gap-2 text-small">
            <CircleAlert aria-hidden size={14} className="shrink-0 text-warn" />
            <span className="min-w-0 wrap-anywhere">{strip.sentence}</span>
            {strip.again && (
              <Button size="compact" variant="ghost" onPress={strip.again}>
                Try again
              </Button>
            )}
          </div>
        </Box>
      )
  }
}

/** Under the text: what will happen to it when it is sent. */
export function AssistantHint({ assistant: { writing, unavailable } }: Props) {
  if (!writing) return null
  if (unavailable && !writing.original) {
    return (
      <p className="pt-1.5 text-caption text-warn">{unavailable} Until then, messages are sent as written.</p>
    )
  }
  return (
    <p className="pt-1.5 text-caption text-muted">
      {writing.original ? 'Sent as it stands here' : `Sent in a ${writing.tone} tone`}
      {!writing.original && <span className="max-md:hidden"> · Alt+Enter shows it first</span>}
    </p>
  )
}

type BoxProps = { label?: string; onClose?: () => void; children: ReactNode }

function Box({ label, onClose, children }: BoxProps) {
  return (
    <section
      aria-label={label}
      className="mb-2 flex items-start gap-2 rounded-card border border-ai/35 bg-ai-soft px-3 py-2 text-ink"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">{children}</div>
      {onClose && (
        <IconButton label="Dismiss" onPress={onClose} className="-me-1.5 size-7!">
          <X aria-hidden />
        </IconButton>
      )}
    </section>
  )
}

function Busy({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-2 text-small">
      <Spinner size={14} /> {children}
    </p>
  )
}
