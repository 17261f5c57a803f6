import { isOneEditAway } from '../kit/text/edit-distance.ts'

export type StemmedQuestion = { text: string; stems: string[] }

/** The share of common stems from which two questions are nearly identical. */
const minSharedStems = 0.66
/** Longer stems without digits may differ by a typo. */
const minTypoLength = 4

/** Groups nearly identical questions. The first question of a group decides which others belong to it. */
export function clusterQuestions<T extends StemmedQuestion>(questions: T[]): T[][] {
  const groups: { members: T[]; stems: string[] }[] = []
  for (const question of questions) {
    const same = groups.find(({ stems }) => isSimilar(stems, question.stems))
    if (same) same.members.push(question)
    else groups.push({ members: [question], stems: question.stems })
  }
  return groups.map(({ members }) => members)
}

/** Whether two questions are nearly identical, by their stems. */
export function isSimilar(one: string[], other: string[]): boolean {
  const [small, large] = one.length < other.length ? [one, other] : [other, one]
  if (small.length === 0 || small.length < large.length * minSharedStems) return false
  const common = small.filter((stem) => large.some((known) => isSameStem(stem, known))).length
  return common / (one.length + other.length - common) >= minSharedStems
}

function isSameStem(one: string, other: string): boolean {
  if (one === other) return true
  const canBeTypo = one.length >= minTypoLength && other.length >= minTypoLength && !/\d/.test(one + other)
  return canBeTypo && one[0] === other[0] && isOneEditAway(one, other)
}
