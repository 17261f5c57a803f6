import { getFileUrl } from './file-url.ts'
import { words } from './words.ts'

const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ar', 'he']
const rightToLeft = ['ar', 'he']

/** The first supported language as two letters, or English. */
export function chooseLanguage(preferred: readonly string[]): string {
  for (const one of preferred) {
    const language = one.slice(0, 2).toLowerCase()
    // Older browsers use `iw` for Hebrew.
    if (language === 'en' || languages.includes(language)) return language
    if (language === 'iw') return 'he'
  }
  return 'en'
}

/** Switches all texts to this language. If it cannot be loaded, they stay English. */
export async function loadLanguage(language: string): Promise<void> {
  const { documentElement } = document
  documentElement.lang = language
  if (language === 'en') return
  try {
    const response = await fetch(getFileUrl(`words-${language}.json`))
    Object.assign(words, await response.json())
    if (rightToLeft.includes(language)) documentElement.dir = 'rtl'
  } catch {
    documentElement.lang = 'en'
  }
}
