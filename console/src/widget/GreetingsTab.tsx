import { type Language, languageCodes, languages } from '@aichat/contracts/languages'
import type { PreviewState } from '@aichat/contracts/preview'
import { widgetFieldLabels, widgetLimits } from '@aichat/contracts/widget'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import type { GreetingLanguage } from './localized-greetings.ts'
import type { WidgetDraft } from './use-widget-draft.ts'

const fields = [
  { name: 'firstVisit', state: 'first_visit' },
  { name: 'returning', state: 'returning' },
  { name: 'offline', state: 'offline' },
] as const

const choices: { value: GreetingLanguage; label: string }[] = [
  { value: 'all', label: 'Every language' },
  ...languageCodes.map((code) => ({ value: code, label: languages[code] })),
]

type Props = {
  draft: WidgetDraft
  audience: GreetingLanguage
  onAudience: (audience: GreetingLanguage) => void
  onShow: (state: PreviewState) => void
}

export function GreetingsTab({ draft: { config, errors, edit }, audience, onAudience, onShow }: Props) {
  const { greetings } = config
  const isForAll = audience === 'all'
  return (
    <>
      <Select
        label="For visitors who speak"
        value={audience}
        options={choices.map(({ value, label }) => ({
          value,
          label: isTranslated(greetings.translations?.[value as Language]) ? `${label} ✓` : label,
        }))}
        onChange={onAudience}
      />
      {!isForAll && (
        <p className="text-small text-muted">
          What is left empty here is shown in the words for every language.
        </p>
      )}
      {fields.map(({ name, state }) => {
        const own = isForAll ? greetings[name] : (greetings.translations?.[audience]?.[name] ?? '')
        const path = isForAll ? `greetings.${name}` : `greetings.translations.${audience}.${name}`
        return (
          <TextArea
            key={`${audience} ${name}`}
            label={widgetFieldLabels[`greetings.${name}`]}
            maxLength={widgetLimits.greeting}
            counted={own.length}
            dir="auto"
            placeholder={isForAll ? undefined : greetings[name]}
            value={own}
            error={errors[path]}
            onFocus={() => onShow(state)}
            onChange={({ target: { value } }) =>
              edit({
                greetings: isForAll ? { [name]: value } : { translations: { [audience]: { [name]: value } } },
              })
            }
          />
        )
      })}
    </>
  )
}

function isTranslated(texts: object | undefined): boolean {
  return Object.values(texts ?? {}).some(Boolean)
}
