import { compareClaims, isTopic } from './compare-claims.ts'
import { type Claim, hasCategory, readClaims } from './read-claims.ts'
import type { FoundFinding, InspectedItem } from './types.ts'

/** More claims with the same unit and topic are compared with the next ones only, so that the time grows with their number. */
const maxBucket = 300
/** A million comparisons take up to 15 seconds, of the 60 that an inspection has. */
const maxPairs = 1_000_000

type Conflict = { a: Claim; b: Claim; score: number }

export function findContradictions(items: InspectedItem[], now: Date): FoundFinding[] {
  const claims = readClaims(items, now)
  const surroundings = { isCommon: createNameCheck(claims, items.length), homeRegion: findHomeRegion(claims) }
  const conflicts: Conflict[] = []
  for (const [a, b] of listPairs(claims)) {
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

/** Pairs of claims with the same unit and topic, each once. Those of rare topics come first. */
function* listPairs(claims: Claim[]): Generator<[Claim, Claim]> {
  const buckets = groupByTopic(claims).sort((a, b) => a.length - b.length)
  const bucketsOf: number[][] = claims.map(() => [])
  for (const [number, bucket] of buckets.entries()) for (const { id } of bucket) bucketsOf[id]?.push(number)
  let count = 0
  for (const [number, bucket] of buckets.entries())
    for (const [index, a] of bucket.entries())
      for (let next = index + 1; next <= index + maxBucket && next < bucket.length; next++) {
        const b = bucket[next] as Claim
        if (firstShared(bucketsOf[a.id] ?? [], bucketsOf[b.id] ?? []) !== number) continue
        if (++count > maxPairs) return
        yield [a, b]
      }
}

/** The first number that two ascending lists share. */
function firstShared(one: number[], other: number[]): number | undefined {
  return one.find((number) => other.includes(number))
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
  const findGroup = groupClaims(sorted)
  const seen = new Set<string>()
  return sorted.filter(({ a, b }) => {
    const values = [toValue(a), toValue(b)].sort().join(' ')
    const statements = [a.statement.key, b.statement.key].sort().join('\n')
    const keys = [`${findGroup(a.id)} ${values}`, statements]
    const isNew = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
}

/** Joins claims that contradict each other, directly or through others (union-find). Returns the group of a claim. */
function groupClaims(conflicts: Conflict[]): (id: number) => number {
  const parents = new Map<number, number>()
  const parentOf = (id: number) => parents.get(id) ?? id
  const find = (id: number) => {
    let root = id
    while (parentOf(root) !== root) root = parentOf(root)
    for (let next = id; next !== root; ) {
      const parent = parentOf(next)
      parents.set(next, root)
      next = parent
    }
    return root
  }
  for (const { a, b } of conflicts) parents.set(find(a.id), find(b.id))
  return find
}

function toValue({ figure }: Claim): string {
  return `${figure.low}-${figure.high}`
}
