import { type Language, languageCodes } from '@aichat/contracts/kit/languages'
import { detectLanguages } from '../../kit/text/detect-languages.ts'
import { phrases } from './phrases.ts'

const functionWords = languageCodes.map((language) => ({
  language,
  words: new Set(phrases[language].functionWords),
}))

/**
 * The language of the newest text that shows one, among the chat's languages: by script or by its function words. Otherwise that
 * of the visitor's browser, or English.
 */
export function detectLanguage(texts: readonly string[], locale: string | null): Language {
  const preferred = parseLocale(locale)
  for (const text of texts.toReversed()) {
    const detected = detectInText(text, preferred)
    if (detected) return detected
  }
  return preferred ?? 'en'
}

/** Null where the text shows no language, or several equally well and the browser's is none of them. */
export function detectInText(text: string, preferred: Language | null): Language | null {
  if (/\p{Script=Arabic}/u.test(text)) return 'ar'
  if (/\p{Script=Hebrew}/u.test(text)) return 'he'
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? []
  const candidates = detectLanguages(words, functionWords)
  if (candidates.length === 1) return candidates[0] ?? null
  return candidates.find((language) => language === preferred) ?? null
}

function parseLocale(locale: string | null): Language | null {
  const code = locale?.slice(0, 2).toLowerCase()
  return languageCodes.find((language) => language === code) ?? null
}
