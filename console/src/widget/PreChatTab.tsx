import { type PreChatField, preChatModes, type WidgetPatch, widgetLimits } from '@aichat/contracts/widget'
import { Plus } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { Switch } from '../ui/Switch.tsx'
import { PreChatFieldRow } from './PreChatFieldRow.tsx'
import { newPreChatField } from './pre-chat.ts'
import type { WidgetDraft } from './use-widget-draft.ts'

const words = { on_start: 'Before the chat', on_demand: 'When an agent asks' } as const
const modes = preChatModes.map((value) => ({ value, label: words[value] }))

type PreChatPatch = NonNullable<NonNullable<WidgetPatch['realtime']>['preChat']>

export function PreChatTab({ draft: { config, problems, edit } }: { draft: WidgetDraft }) {
  const { enabled, mode, fields } = config.realtime.preChat
  const change = (preChat: PreChatPatch) => edit({ realtime: { preChat } })
  const changeFields = (next: PreChatField[]) => change({ fields: next })
  return (
    <>
      <Switch isSelected={enabled} onChange={(isOn) => change({ enabled: isOn })}>
        Enable pre-chat form
      </Switch>
      <RadioCards
        label="Mode"
        cards={modes}
        value={mode ?? 'on_start'}
        onChange={(next) => change({ mode: next })}
      />
      <div className="flex flex-col gap-2">
        <h2 className="text-body font-medium">Fields</h2>
        <ul className="flex flex-col gap-3">
          {fields.map((field, index) => (
            <PreChatFieldRow
              // biome-ignore lint/suspicious/noArrayIndexKey: fields have no identity of their own
              key={index}
              number={index + 1}
              field={field}
              error={problems[`realtime.preChat.fields.${index}.label`]}
              onChange={(next) => changeFields(fields.map((one, at) => (at === index ? next : one)))}
              onRemove={() => changeFields(fields.filter((_, at) => at !== index))}
            />
          ))}
        </ul>
        <Button
          icon={<Plus aria-hidden size={16} />}
          isDisabled={fields.length >= widgetLimits.preChatFields}
          onPress={() => changeFields([...fields, newPreChatField])}
          className="self-start"
        >
          Add field
        </Button>
      </div>
    </>
  )
}
