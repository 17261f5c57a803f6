import { getFileUrl } from './file-url.ts'
import { words } from './words.ts'

const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ar', 'he']
const rightToLeft = /ar|he/
const english = { ...words }
let requested = ''

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

/**
 * Switches all texts to this language, unless another one is requested before it is loaded. If it cannot be loaded, the chat keeps the
 * language that it has.
 */
export async function loadLanguage(language: string): Promise<void> {
  const { documentElement } = document
  requested = language
  try {
    const loaded = language === 'en' ? english : await loadWords(language)
    if (requested !== language) return
    Object.assign(words, loaded)
    documentElement.lang = language
    documentElement.dir = rightToLeft.test(language) ? 'rtl' : ''
  } catch {
    // On a bad network, a chat in the wrong language is better than none.
  }
}

async function loadWords(language: string): Promise<Partial<typeof words>> {
  const response = await fetch(getFileUrl(`words-${language}.json`))
  return response.json()
}
