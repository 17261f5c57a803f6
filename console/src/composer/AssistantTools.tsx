import { Lightbulb } from 'lucide-react'
import { Switch } from '../ui/forms/Switch.tsx'
import { ToolButton } from '../ui/ToolButton.tsx'
import type { Assistant } from './use-writing-assistant.ts'

/** The tools that write with the help of AI. */
export function AssistantTools({ assistant }: { assistant: Assistant }) {
  return (
    <>
      <ToolButton
        text="Suggest"
        label="Suggest answer"
        hint="Draft a reply from your knowledge. You review it before it's sent."
        icon={Lightbulb}
        isBusy={assistant.isSuggesting}
        onPress={assistant.suggest}
      />
      <Switch
        isSelected={assistant.isOn}
        onChange={assistant.toggle}
        tone="ai"
        side="start"
        hint="Rewrite your messages in the tone you choose when you send them."
        className="relative shrink-0 gap-1.5! px-2 whitespace-nowrap"
      >
        <span>
          <span className="@max-[32rem]:sr-only">Writing </span>Assistant
        </span>
      </Switch>
    </>
  )
}
