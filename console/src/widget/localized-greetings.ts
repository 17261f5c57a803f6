import type { Language } from '@aichat/contracts/kit/languages'
import { localizeGreetings } from '@aichat/contracts/widget/localize-greetings'
import type { WidgetConfig } from '@aichat/contracts/widget/widget'

/** A language with translated greetings, or `all` for the default greetings. */
export type GreetingLanguage = Language | 'all'

/** The config with the greetings that visitors of a language see. */
export function withLocalizedGreetings(language: GreetingLanguage, config: WidgetConfig): WidgetConfig {
  if (language === 'all') return config
  return { ...config, greetings: localizeGreetings(config.greetings, language) }
}
