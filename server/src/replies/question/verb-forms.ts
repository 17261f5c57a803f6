import type { LanguageData } from '../language/language-data.ts'

const prefix =
  '(?<prefix>ab|an|auf|aus|bei|ein|fest|frei|her|hin|los|mit|nach|um|vor|weg|zu|zuruck|zusammen)?'
const participle = new RegExp(`^${prefix}ge(?<stem>\\p{L}{3,}?)e?[td]$`, 'u')
const infinitive = new RegExp(`^${prefix}(?<stem>\\p{L}{3,}?)e?n$`, 'u')
const thirdPerson = /^(?<stem>\p{L}{3,}?)e?t$/u

/**
 * Other forms of a German or Dutch verb that its stem does not have: 'gespeichert' for 'speichern', 'laden' for 'lädt'. Some are no
 * words, and are found nowhere. `word` is normalized.
 */
export function listVerbForms(word: string, languages: LanguageData[]): string[] {
  if (!languages.some(({ hasCompounds }) => hasCompounds)) return []
  const ofParticiple = participle.exec(word)?.groups
  if (ofParticiple) return listInfinitives(`${ofParticiple.prefix ?? ''}${ofParticiple.stem}`)
  const ofInfinitive = infinitive.exec(word)?.groups
  if (ofInfinitive) {
    const { prefix: separable = '', stem = '' } = ofInfinitive
    return [`${separable}ge${stem}${/[td]$/.test(stem) ? 'et' : 't'}`]
  }
  const ofThird = thirdPerson.exec(word)?.groups
  return ofThird ? listInfinitives(ofThird.stem ?? '') : []
}

function listInfinitives(stem: string): string[] {
  return [`${stem}en`, `${stem}n`]
}
