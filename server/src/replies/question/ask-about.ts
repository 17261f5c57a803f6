import type { Topic } from '../../knowledge/topic-store.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { phrases } from '../language/phrases.ts'

/** A question about a topic, in the language of its text. A heading that is a question is asked without changes. */
export function askAbout({ name, text }: Topic): string {
  if (/[?؟]$/.test(name)) return name
  return phrases[detectLanguage([name, text], null)].about.replace('{topic}', () => name)
}
