import type { Language } from '@aichat/contracts/languages'
import type { WidgetConfig } from '@aichat/contracts/widget'

/** Visitors of one language, or all whose language has no greetings of its own. */
export type GreetingLanguage = Language | 'all'

/** The config with the greetings that such visitors read. */
export function withLocalizedGreetings(audience: GreetingLanguage, config: WidgetConfig): WidgetConfig {
  if (audience === 'all') return config
  const own = Object.entries(config.greetings.translations?.[audience] ?? {}).filter(([, text]) => text)
  return { ...config, greetings: { ...config.greetings, ...Object.fromEntries(own) } }
}
