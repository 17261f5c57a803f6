import { type Language, languageCodes, launcherLabels } from '@aichat/contracts/languages'
import type { PublicConfig } from '@aichat/contracts/visitors'

type Config = Omit<PublicConfig, 'humansOnline' | 'words'>

/** The language of a tag like `de-CH`, if the chat speaks it; else English. */
export function parseLanguage(tag: string | null | undefined): Language {
  const wanted = tag?.slice(0, 2).toLowerCase()
  return languageCodes.find((code) => code === wanted) ?? 'en'
}

/** The config as visitors of one language read it. */
export function localizeConfig(config: Config, tag: string): Omit<PublicConfig, 'humansOnline'> {
  const language = parseLanguage(tag)
  const { translations, ...greetings } = config.config.greetings
  const spoken = Object.entries(translations?.[language] ?? {}).filter(([, text]) => text)
  return {
    ...config,
    config: { ...config.config, greetings: { ...greetings, ...Object.fromEntries(spoken) } },
    ...(language === 'en' ? {} : { words: launcherLabels[language] }),
  }
}
