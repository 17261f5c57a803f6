import { editDistance } from '../text/edit-distance.ts'
import { settingNames } from './settings.ts'

/**
 * A sentence for each environment variable that is probably a misspelled setting. Variables of other programs have words of
 * their own: a name counts as misspelled only if each of its words is almost the word of the same setting.
 */
export function findMisspelledSettings(env: NodeJS.ProcessEnv): string[] {
  const known = new Set<string>(settingNames)
  return Object.keys(env)
    .filter((name) => !known.has(name))
    .sort()
    .flatMap((name) => {
      const intended = settingNames.find((setting) => isMisspelling(name.toUpperCase(), setting))
      return intended ? [`${name} is not a setting and has no effect. Did you mean ${intended}?`] : []
    })
}

function isMisspelling(name: string, setting: string): boolean {
  const words = name.split(/[_-]/)
  const intended = setting.split('_')
  if (words.join('') === intended.join('')) return true
  if (words.length !== intended.length) return false
  const distances = intended.map((word, index) => editDistance(words[index] as string, word))
  const isNear = intended.every(
    (word, index) => (distances[index] as number) <= maxEdits(words[index] as string, word, index === 0),
  )
  return isNear && distances.reduce((sum, distance) => sum + distance, 0) <= 2
}

/** The first word names the program or service. A short one differs from another by a letter: AI_, UI_; only a swap counts. */
function maxEdits(word: string, intended: string, isFirst: boolean): number {
  if (isFirst && intended.length < 5) return isPermutation(word, intended) ? 1 : 0
  return intended.length < 8 ? 1 : 2
}

function isPermutation(one: string, other: string): boolean {
  return [...one].sort().join('') === [...other].sort().join('')
}
