import { CircleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Sources } from '../transcript/Sources.tsx'
import { toneLabels } from '../transcript/tone-labels.ts'
import { Button } from '../ui/Button.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { Assistant, Panel, Preview, SuggestionOffer } from './use-writing-assistant.ts'

type Props = { assistant: Assistant }

/** Above the message: the preview of a rewrite, a suggested reply, or an error. */
export function AssistantPanel({ assistant }: Props) {
  const { panel } = assistant
  if (!panel) return null
  switch (panel.kind) {
    case 'rewriting':
      return <Busy>Rewriting in a {panel.tone} tone…</Busy>
    case 'suggesting':
      return <Busy>Searching your knowledge…</Busy>
    case 'preview':
      return <PreviewPanel assistant={assistant} preview={panel} />
    case 'suggestion-offer':
      return <SuggestionOfferPanel assistant={assistant} offer={panel} />
    case 'suggestion':
      return <SuggestionPanel assistant={assistant} suggestion={panel} />
    case 'error':
      return <ErrorPanel assistant={assistant} error={panel} />
  }
}

function PreviewPanel({ assistant, preview }: Props & { preview: Preview }) {
  const tone = toneLabels[preview.tone]
  return (
    <Box label={`${tone} preview`} onClose={assistant.dismiss}>
      <p className="text-caption font-strong text-ai">{tone}</p>
      <p dir="auto" className="max-h-40 overflow-y-auto text-body whitespace-pre-wrap wrap-anywhere">
        {preview.text}
      </p>
      <div className="flex flex-wrap gap-2 pt-1">
        <Button size="compact" variant="primary" onPress={() => assistant.sendPreview(preview)}>
          Send this
        </Button>
        <Button size="compact" onPress={() => assistant.editPreview(preview)}>
          Edit it
        </Button>
        <Button size="compact" variant="ghost" onPress={assistant.dismiss}>
          Keep mine
        </Button>
      </div>
    </Box>
  )
}

function SuggestionOfferPanel({ assistant, offer }: Props & { offer: SuggestionOffer }) {
  return (
    <Box label="Suggested answer" onClose={assistant.dismiss}>
      <p role="status" className="text-caption font-strong text-ai">
        Suggested answer
      </p>
      <p dir="auto" className="max-h-40 overflow-y-auto text-body whitespace-pre-wrap wrap-anywhere">
        {offer.text}
      </p>
      {offer.sources.length > 0 && <Sources sources={offer.sources} side="start" />}
      <div className="flex flex-wrap gap-2 pt-1">
        <Button size="compact" variant="primary" onPress={() => assistant.acceptSuggestion(offer)}>
          Replace my message
        </Button>
        <Button size="compact" variant="ghost" onPress={assistant.dismiss}>
          Keep mine
        </Button>
      </div>
    </Box>
  )
}

function SuggestionPanel({
  assistant,
  suggestion,
}: Props & { suggestion: Extract<Panel, { kind: 'suggestion' }> }) {
  const { previousText, sources } = suggestion
  return (
    <Box onClose={assistant.dismiss}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span role="status">Drafted from your knowledge. Review it before you send it.</span>
        <Button size="compact" variant="ghost" onPress={() => assistant.undoSuggestion(previousText)}>
          Undo
        </Button>
      </div>
      {sources.length > 0 && <Sources sources={sources} side="start" />}
    </Box>
  )
}

function ErrorPanel({ assistant, error }: Props & { error: Extract<Panel, { kind: 'error' }> }) {
  const { retry } = error
  return (
    <Box onClose={assistant.dismiss}>
      <div role="alert" className="flex flex-wrap items-center gap-2">
        <CircleAlert aria-hidden size={14} className="shrink-0 text-warn" />
        <span className="min-w-0 wrap-anywhere">{error.message}</span>
        {retry && (
          <Button size="compact" variant="ghost" onPress={() => assistant[retry]()}>
            Try again
          </Button>
        )}
      </div>
    </Box>
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
    <Box>
      <p role="status" className="flex items-center gap-2">
        <Spinner size={14} /> {children}
      </p>
    </Box>
  )
}
