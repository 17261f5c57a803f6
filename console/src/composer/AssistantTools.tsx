import { type WritingTone, writingSentences, writingTones } from '@aichat/contracts/chat/writing'
import { CircleAlert, Eye, Lightbulb } from 'lucide-react'
import { toneLabels } from '../transcript/tone-labels.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import { ToolButton } from '../ui/ToolButton.tsx'
import { collapsedLabel } from '../ui/toolbar-labels.ts'
import type { Assistant } from './use-writing-assistant.ts'

const toneOptions = writingTones.map((value) => ({ value, label: toneLabels[value] }))

/** The Writing Assistant's part of the toolbar. */
export function AssistantTools({ assistant }: { assistant: Assistant }) {
  const { isOn, isSetUp, tone, isBlank, isSuggesting, isRewriting } = assistant
  return (
    <>
      <ToolButton
        text="Suggest"
        label="Suggest answer"
        icon={Lightbulb}
        collapse="first"
        isBusy={isSuggesting}
        onPress={assistant.suggest}
      />
      <Switch
        isSelected={isOn}
        onChange={assistant.toggle}
        tone="ai"
        side="start"
        className="relative shrink-0 gap-1.5! ps-1 text-small! whitespace-nowrap"
      >
        <span>
          <span className={collapsedLabel.third}>Writing </span>Assistant
        </span>
      </Switch>
      {isOn && !isSetUp && <SetUpHint onPress={assistant.explainSetUp} />}
      {isOn && (
        <>
          <div className="w-26 shrink-0 @max-[29rem]:w-24">
            <Select
              label="Tone"
              isLabelHidden
              value={tone}
              options={toneOptions}
              onChange={(next: WritingTone) => assistant.setTone(next)}
            />
          </div>
          <ToolButton
            text="Preview"
            icon={Eye}
            collapse="first"
            variant="ghost"
            isBusy={isRewriting}
            isDisabled={isBlank}
            onPress={assistant.preview}
          />
        </>
      )}
    </>
  )
}

/** Beside the switch, which stays operable without a model. */
function SetUpHint({ onPress }: { onPress: () => void }) {
  return (
    <Tooltip text={writingSentences.notSetUp}>
      <Button
        size="compact"
        variant="ghost"
        icon={<CircleAlert aria-hidden size={14} />}
        onPress={onPress}
        className="relative -mx-1 gap-1! px-1! text-caption! text-warn!"
      >
        <span className="md:@max-[40rem]:sr-only">Not set up</span>
      </Button>
    </Tooltip>
  )
}
