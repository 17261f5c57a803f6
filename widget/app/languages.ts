import { words } from './words.ts'

const languages = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ar', 'he']
const rightToLeft = ['ar', 'he']

/** The first language of these that the chat speaks, as two letters; English when there is none. */
export function chooseLanguage(wanted: readonly string[]): string {
  for (const one of wanted) {
    const language = one.slice(0, 2).toLowerCase()
    // Hebrew was called `iw` once.
    if (language === 'en' || languages.includes(language)) return language
    if (language === 'iw') return 'he'
  }
  return 'en'
}

/** Says everything in this language from here on. What cannot be fetched stays English. */
export async function speak(language: string): Promise<void> {
  const { documentElement } = document
  documentElement.lang = language
  if (language === 'en') return
  try {
    const response = await fetch(`/widgets/words-${language}.json`)
    Object.assign(words, await response.json())
    if (rightToLeft.includes(language)) documentElement.dir = 'rtl'
  } catch {
    documentElement.lang = 'en'
  }
}
