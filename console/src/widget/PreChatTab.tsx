import {
  type PreChatField,
  preChatModeLabels,
  preChatModes,
  type WidgetPatch,
  widgetFieldLabels,
  widgetLimits,
} from '@aichat/contracts/widget/widget'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { PreChatFieldRow } from './PreChatFieldRow.tsx'
import { createPreChatField, moveField } from './pre-chat-fields.ts'
import type { WidgetDraft } from './use-widget-draft.ts'

const modes = preChatModes.map((value) => ({ value, label: preChatModeLabels[value] }))

type PreChatPatch = NonNullable<NonNullable<WidgetPatch['realtime']>['preChat']>
type Step = -1 | 1

export function PreChatTab({ draft: { config, errors, edit } }: { draft: WidgetDraft }) {
  const { enabled, mode, fields } = config.realtime.preChat
  const [move, setMove] = useState<{ to: number; step: Step } | null>(null)
  const change = (preChat: PreChatPatch) => edit({ realtime: { preChat } })
  const changeFields = (next: PreChatField[]) => {
    setMove(null)
    change({ fields: next })
  }
  function step(from: number, by: Step) {
    change({ fields: moveField(fields, from, from + by) })
    setMove({ to: from + by, step: by })
  }
  return (
    <>
      <Switch isSelected={enabled} onChange={(isOn) => change({ enabled: isOn })}>
        {widgetFieldLabels['realtime.preChat.enabled']}
      </Switch>
      <RadioCards
        label={widgetFieldLabels['realtime.preChat.mode']}
        cards={modes}
        value={mode ?? 'on_start'}
        onChange={(next) => change({ mode: next })}
      />
      <div className="flex flex-col gap-2">
        <h2 className="text-body font-strong">{widgetFieldLabels['realtime.preChat.fields']}</h2>
        {enabled && fields.length === 0 && (
          <p className="text-warn">Add a field. Visitors see no form without one.</p>
        )}
        <FieldList move={move}>
          {fields.map((field, index) => (
            <PreChatFieldRow
              // biome-ignore lint/suspicious/noArrayIndexKey: fields have no id
              key={index}
              number={index + 1}
              isLast={index === fields.length - 1}
              field={field}
              error={errors[`realtime.preChat.fields.${index}.label`]}
              onChange={(next) => changeFields(fields.map((one, at) => (at === index ? next : one)))}
              onMove={(by) => step(index, by)}
              onRemove={() => changeFields(fields.filter((_, at) => at !== index))}
            />
          ))}
        </FieldList>
        <p role="status" className="sr-only">
          {move && `Moved to ${move.to + 1} of ${fields.length}`}
        </p>
        <Button
          icon={<Plus aria-hidden size={16} />}
          isDisabled={fields.length >= widgetLimits.preChatFields}
          onPress={() => changeFields([...fields, createPreChatField(fields)])}
          className="self-start"
        >
          Add field
        </Button>
      </div>
    </>
  )
}

type FieldListProps = { move: { to: number; step: Step } | null; children: ReactNode }

/** Moves the focus with a moved row: to the same button, or to its neighbor at either end. */
function FieldList({ move, children }: FieldListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!move) return
    const [same, other] = move.step === -1 ? ['up', 'down'] : ['down', 'up']
    const row = list.current?.children[move.to]
    const button = (way: string | undefined) =>
      row?.querySelector<HTMLButtonElement>(`[data-move="${way}"] button:not(:disabled)`)
    ;(button(same) ?? button(other))?.focus()
  }, [move])
  return (
    <ul ref={list} className="flex flex-col gap-3">
      {children}
    </ul>
  )
}
