import type { Language } from '@aichat/contracts/languages'
import type { WidgetConfig } from '@aichat/contracts/widget'

/** A language with translated greetings, or `all` for the default greetings. */
export type GreetingLanguage = Language | 'all'

/** The config with the greetings that visitors of a language see. */
export function withLocalizedGreetings(language: GreetingLanguage, config: WidgetConfig): WidgetConfig {
  if (language === 'all') return config
  const own = Object.entries(config.greetings.translations?.[language] ?? {}).filter(
    ([, text]) => text.length > 0,
  )
  return { ...config, greetings: { ...config.greetings, ...Object.fromEntries(own) } }
}
