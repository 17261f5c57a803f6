import { type WritingTone, writingSentences, writingTones } from '@aichat/contracts/chat/writing'
import { Eye } from 'lucide-react'
import { keyCaps } from '../kit/browser/keys.ts'
import { toneLabels } from '../transcript/tone-labels.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import type { Assistant } from './use-writing-assistant.ts'

const toneOptions = writingTones.map((value) => ({ value, label: toneLabels[value] }))

/** How the message is rewritten when it is sent. */
export function AssistantStatus({ assistant }: { assistant: Assistant }) {
  const { isOn, isSetUp, tone, rewrite } = assistant
  if (rewrite?.original) return <p className="pb-1.5 text-caption text-muted">Sent exactly as shown</p>
  if (!isOn) return null
  const toneSelect = (
    <div className="w-26 shrink-0">
      <Select
        label="Tone"
        isLabelHidden
        value={tone}
        options={toneOptions}
        onChange={(next: WritingTone) => assistant.setTone(next)}
      />
    </div>
  )
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1.5 text-caption text-ink-2">
      {isSetUp ? (
        <>
          Sent in a {toneSelect} tone
          <PreviewButton assistant={assistant} />
        </>
      ) : (
        <>
          {toneSelect}
          <span className="min-w-0 flex-1">{writingSentences.notSetUp}</span>
        </>
      )}
    </div>
  )
}

function PreviewButton({ assistant: { isBlank, isRewriting, preview } }: { assistant: Assistant }) {
  return (
    <Tooltip text={`Preview the message in this tone (${keyCaps('Alt+Enter').join('+')})`}>
      <Button
        size="compact"
        variant="ghost"
        icon={<Eye aria-hidden size={14} strokeWidth={1.75} />}
        isBusy={isRewriting}
        isDisabled={isBlank}
        onPress={preview}
      >
        Preview
      </Button>
    </Tooltip>
  )
}
