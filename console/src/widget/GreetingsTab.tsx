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
  { value: 'all', label: 'All languages' },
  ...languageCodes.map((code) => ({ value: code, label: languages[code] })),
]

type Props = {
  draft: WidgetDraft
  language: GreetingLanguage
  onLanguageChange: (language: GreetingLanguage) => void
  onPreviewState: (state: PreviewState) => void
}

export function GreetingsTab({
  draft: { config, errors, edit },
  language,
  onLanguageChange,
  onPreviewState,
}: Props) {
  const { greetings } = config
  const isDefault = language === 'all'
  return (
    <>
      <Select
        label="Language"
        value={language}
        options={choices.map(({ value, label }) => ({
          value,
          label: isTranslated(greetings.translations?.[value as Language]) ? `${label} ✓` : label,
        }))}
        onChange={onLanguageChange}
      />
      {!isDefault && (
        <p className="text-small text-muted">Empty fields fall back to the greeting for all languages.</p>
      )}
      {fields.map(({ name, state }) => {
        const own = isDefault ? greetings[name] : (greetings.translations?.[language]?.[name] ?? '')
        const path = isDefault ? `greetings.${name}` : `greetings.translations.${language}.${name}`
        return (
          <TextArea
            key={`${language} ${name}`}
            label={widgetFieldLabels[`greetings.${name}`]}
            maxLength={widgetLimits.greeting}
            counted={own.length}
            dir="auto"
            placeholder={isDefault ? undefined : greetings[name]}
            value={own}
            error={errors[path]}
            onFocus={() => onPreviewState(state)}
            onChange={({ target: { value } }) =>
              edit({
                greetings: isDefault
                  ? { [name]: value }
                  : { translations: { [language]: { [name]: value } } },
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
