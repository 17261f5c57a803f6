import type { PreviewState } from '@aichat/contracts/preview'
import { widgetLimits } from '@aichat/contracts/widget'
import { TextArea } from '../ui/TextArea.tsx'
import type { WidgetDraft } from './use-widget-draft.ts'

const fields = [
  { name: 'firstVisit', label: 'First visit', state: 'first_visit' },
  { name: 'returning', label: 'Returning', state: 'returning' },
  { name: 'offline', label: 'Offline', state: 'offline' },
] as const

type Props = { draft: WidgetDraft; onShow: (state: PreviewState) => void }

export function GreetingsTab({ draft: { config, problems, edit }, onShow }: Props) {
  return fields.map(({ name, label, state }) => (
    <TextArea
      key={name}
      label={label}
      maxLength={widgetLimits.greeting}
      value={config.greetings[name]}
      error={problems[`greetings.${name}`]}
      onFocus={() => onShow(state)}
      onChange={(event) => edit({ greetings: { [name]: event.target.value } })}
    />
  ))
}
