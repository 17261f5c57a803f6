import type { PublicConfig } from '@aichat/contracts/chat/visitors'
import { type Language, languageCodes } from '@aichat/contracts/kit/languages'
import { localizeGreetings } from '@aichat/contracts/widget/localize-greetings'

type Config = Omit<PublicConfig, 'humansOnline' | 'hours'>

/** The language of a tag like `de-CH`, or English when the widget has no translation for it. */
export function parseLanguage(tag: string | null | undefined): Language {
  const requested = tag?.slice(0, 2).toLowerCase()
  return languageCodes.find((code) => code === requested) ?? 'en'
}

/** The config with the greetings of one language. */
export function localizeConfig(config: Config, language: Language): Config {
  const greetings = localizeGreetings(config.config.greetings, language)
  return { ...config, config: { ...config.config, greetings } }
}
