import { type TeamPhoto, widgetFieldLabels, widgetLimits } from '@aichat/contracts/widget/widget'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

/** The people in the chat's header. A photo also appears beside the messages of the agent with the same name. */
export function TeamFields({ draft: { config, errors, edit } }: { draft: WidgetDraft }) {
  const team = config.brand.team ?? []
  const change = (next: TeamPhoto[]) => edit({ brand: { team: next } })
  const update = (index: number, patch: Partial<TeamPhoto>) =>
    change(team.map((member, at) => (at === index ? { ...member, ...patch } : member)))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-body font-strong">{widgetFieldLabels['brand.team']}</legend>
      <p className="text-muted">
        Shown in the header, and next to the replies of the agent with the same name.
      </p>
      {team.map((member, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: people have no id, and their fields are controlled, so an index is safe
        <div key={index} className="flex flex-col gap-3 rounded-control border p-3">
          <TextInput
            label={`Name of person ${index + 1}`}
            autoComplete="off"
            maxLength={widgetLimits.memberName}
            value={member.name}
            error={errors[`brand.team.${index}.name`]}
            onChange={(event) => update(index, { name: event.target.value })}
          />
          <div className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextInput
                label={`Photo URL of person ${index + 1}`}
                type="url"
                inputMode="url"
                placeholder="https://acme.com/ravi.jpg"
                maxLength={widgetLimits.imageUrl}
                value={member.photoUrl}
                error={errors[`brand.team.${index}.photoUrl`]}
                onChange={(event) => update(index, { photoUrl: event.target.value })}
              />
            </div>
            <IconButton
              label={`Remove person ${index + 1}`}
              tone="danger"
              onPress={() => change(team.filter((_, at) => at !== index))}
            >
              <Trash2 aria-hidden strokeWidth={1.75} />
            </IconButton>
          </div>
        </div>
      ))}
      <Button
        icon={<Plus aria-hidden size={16} />}
        isDisabled={team.length >= widgetLimits.team}
        onPress={() => change([...team, { name: '', photoUrl: '' }])}
        className="self-start"
      >
        Add person
      </Button>
    </fieldset>
  )
}
