import { type Language, languageCodes, languages } from '@aichat/contracts/kit/languages'
import { localizeGreetings } from '@aichat/contracts/widget/localize-greetings'
import type { PreviewState } from '@aichat/contracts/widget/preview'
import { type Greetings, widgetFieldLabels, widgetLimits } from '@aichat/contracts/widget/widget'
import { Select } from '../ui/forms/Select.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import type { GreetingLanguage } from './localized-greetings.ts'
import type { WidgetDraft } from './use-widget-draft.ts'

const fields = [
  { name: 'firstVisit', state: 'first_visit', hint: undefined },
  { name: 'returning', state: 'returning', hint: undefined },
  {
    name: 'offline',
    state: 'offline',
    hint: 'Shown while no teammate is online, also while the AI assistant answers.',
  },
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
  /** What visitors see for an empty field. */
  const fallback = isDefault ? undefined : localizeGreetings({ ...greetings, translations: {} }, language)
  const own: Partial<Greetings> = isDefault ? greetings : (greetings.translations?.[language] ?? {})
  const path = isDefault ? 'greetings' : `greetings.translations.${language}`
  const change = (texts: Partial<Omit<Greetings, 'translations'>>) =>
    edit({ greetings: isDefault ? texts : { translations: { [language]: texts } } })
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
        <p className="text-muted">
          Empty fields fall back to the greeting for all languages. Greetings you haven't edited are
          translated.
        </p>
      )}
      <TextInput
        label={widgetFieldLabels['greetings.headline']}
        hint="Large text above the first greeting."
        maxLength={widgetLimits.headline}
        dir="auto"
        placeholder={fallback?.headline}
        value={own.headline ?? ''}
        error={errors[`${path}.headline`]}
        onChange={(event) => change({ headline: event.target.value })}
      />
      {fields.map(({ name, state, hint }) => {
        const text = own[name] ?? ''
        return (
          <TextArea
            key={`${language} ${name}`}
            {...{ hint, maxLength: widgetLimits.greeting, counted: text.length }}
            label={widgetFieldLabels[`greetings.${name}`]}
            dir="auto"
            placeholder={fallback?.[name]}
            value={text}
            error={errors[`${path}.${name}`]}
            onFocus={() => onPreviewState(state)}
            onChange={({ target: { value } }) => change({ [name]: value })}
          />
        )
      })}
      <TextArea
        label={widgetFieldLabels['greetings.suggestions']}
        hint={`Up to ${widgetLimits.suggestions}, one per line. The visitor sends one with a click.`}
        dir="auto"
        placeholder={fallback?.suggestions?.join('\n')}
        value={(own.suggestions ?? []).join('\n')}
        error={errors[`${path}.suggestions`]}
        onFocus={() => onPreviewState('first_visit')}
        onChange={({ target: { value } }) => change({ suggestions: value ? value.split('\n') : [] })}
      />
      <TextInput
        label={widgetFieldLabels['greetings.consent']}
        hint="Shown before the first message, with the link to your privacy policy."
        maxLength={widgetLimits.consent}
        dir="auto"
        placeholder={fallback?.consent}
        value={own.consent ?? ''}
        error={errors[`${path}.consent`]}
        onChange={(event) => change({ consent: event.target.value })}
      />
    </>
  )
}

function isTranslated(texts: object | undefined): boolean {
  return Object.values(texts ?? {}).some((text) => text.length > 0)
}
