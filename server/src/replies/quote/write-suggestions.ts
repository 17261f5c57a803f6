import type { Source } from '@aichat/contracts/messages'
import { languages as allLanguages, type LanguageData } from '../language/language-data.ts'

/** The message for clients that show text only: an introduction in the visitor's language and the titles. */
export function writeSuggestions(sources: Source[], languages: LanguageData[]): string {
  const introduction = (languages[0] ?? english).suggestions
  return [introduction, ...sources.map(({ title, url }) => (url ? `${title}: ${url}` : title))].join('\n')
}

const english = allLanguages.find(({ code }) => code === 'en') as LanguageData
