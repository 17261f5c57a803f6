import type { Topic } from '../../knowledge/topic-store.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { phrases } from '../language/phrases.ts'

/** A question about a topic, in the language of its text. A heading that is a question is asked itself. */
export function askAbout({ name, text }: Topic): string {
  const unnumbered = name.replace(/^(?:\d+\.)+\s+/, '')
  if (/[?؟]$/.test(unnumbered)) return unnumbered
  return phrases[detectLanguage([unnumbered, text], null)].about.replace('{topic}', () => unnumbered)
}
