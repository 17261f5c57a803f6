import { compareClaims, isTopic } from './compare-claims.ts'
import { type Claim, hasCategory, readClaims } from './read-claims.ts'
import type { FoundFinding, InspectedItem } from './types.ts'

/** More pages with the same topic and unit are compared with the next ones only, so that the time grows with their number. */
const maxBucket = 300
const maxPairs = 3_000_000

type Conflict = { a: Claim; b: Claim; score: number }

export function findContradictions(items: InspectedItem[], now: Date): FoundFinding[] {
  const claims = readClaims(items, now)
  const surroundings = { isCommon: createNameCheck(claims, items.length), homeRegion: findHomeRegion(claims) }
  const compared = new Set<number>()
  const conflicts: Conflict[] = []
  for (const bucket of groupByTopic(claims))
    for (const [index, a] of bucket.entries())
      for (const b of bucket.slice(index + 1, index + 1 + maxBucket)) {
        const key = a.id * claims.length + b.id
        if (compared.has(key) || compared.size > maxPairs) continue
        compared.add(key)
        const score = compareClaims(a, b, surroundings)
        if (score !== null) conflicts.push({ a, b, score })
      }
  return chooseConflicts(conflicts).map(({ a, b }) => ({
    kind: 'contradiction',
    passages: [toPassage(a), toPassage(b)],
  }))
}

function toPassage({ itemId, statement, figure }: Claim) {
  const highlights = [{ start: figure.start, end: figure.end }]
  return { itemId, headings: statement.headings, quote: statement.text, highlights }
}

function groupByTopic(claims: Claim[]): Claim[][] {
  const buckets = new Map<string, Claim[]>()
  for (const claim of claims)
    for (const [key, kind] of claim.core) {
      const isKey =
        isTopic(kind) ||
        hasCategory(claim.core, claim.dimension) ||
        claim.dimension === 'byte' ||
        key === '#opening'
      if (!isKey && !claim.dimension.startsWith('count:')) continue
      const bucket = `${claim.dimension}\n${key}`
      const list = buckets.get(bucket)
      if (list) list.push(claim)
      else buckets.set(bucket, [claim])
    }
  return [...buckets.values()].filter(({ length }) => length > 1)
}

const minCommonItems = 4
const commonShare = 0.15

/** A name that many items contain, such as that of the company, does not distinguish two statements. */
function createNameCheck(claims: Claim[], itemCount: number): (name: string) => boolean {
  const items = new Map<string, Set<string>>()
  for (const { core, itemId } of claims)
    for (const [key, kind] of core)
      if (kind === 'name') items.set(key, (items.get(key) ?? new Set()).add(itemId))
  const least = Math.max(minCommonItems, itemCount * commonShare)
  return (name) => (items.get(name)?.size ?? 0) >= least
}

/** The country that most items name. */
function findHomeRegion(claims: Claim[]): string | null {
  const items = new Map<string, Set<string>>()
  for (const { core, itemId } of claims)
    for (const key of core.keys())
      if (key.startsWith('@')) items.set(key, (items.get(key) ?? new Set()).add(itemId))
  const [first, second] = [...items].sort(([, a], [, b]) => b.size - a.size)
  return first && first[1].size > 1 && first[1].size > (second?.[1].size ?? 0) ? first[0] : null
}

/** Of several pages with the same two figures, one pair is reported. */
function chooseConflicts(conflicts: Conflict[]): Conflict[] {
  const sorted = conflicts.toSorted((x, y) => y.score - x.score || x.a.id - y.a.id || x.b.id - y.b.id)
  const groups = new Map<number, number>()
  const find = (id: number): number => {
    const parent = groups.get(id) ?? id
    return parent === id ? id : find(parent)
  }
  for (const { a, b } of sorted) groups.set(find(a.id), find(b.id))
  const seen = new Set<string>()
  return sorted.filter(({ a, b }) => {
    const values = [toValue(a), toValue(b)].sort().join(' ')
    const statements = [a.statement.key, b.statement.key].sort().join('\n')
    const keys = [`${find(a.id)} ${values}`, statements]
    const isNew = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
}

function toValue({ figure }: Claim): string {
  return `${figure.low}-${figure.high}`
}
