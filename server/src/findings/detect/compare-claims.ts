import { isMoney } from './find-figures.ts'
import { type Claim, hasCategory } from './read-claims.ts'
import { type Term, type TermKind, termWeights } from './read-terms.ts'

const minScore = 0.55
/** A page often lists figures for different cases. */
const minScoreOnOnePage = 0.75

/** What holds for all items of a project. */
export type Surroundings = {
  /** Whether a name is on many pages, such as that of the company. */
  isCommon(name: string): boolean
  /** The country that is meant where none is named. */
  homeRegion: string | null
}

/** How likely two figures contradict each other, from 0 to 1; null when they do not. */
export function compareClaims(a: Claim, b: Claim, { isCommon, homeRegion }: Surroundings): number | null {
  if (a.statement.text === b.statement.text || !isConflict(a, b)) return null
  if (hasSameValue(a, b) || hasSameValue(b, a)) return null
  const shared = sumShared(a, b)
  if (shared.topics === 0) return null
  if (hasOtherCase(a, b, homeRegion) || hasOtherCase(b, a, homeRegion)) return null
  if (!isSameRow(a, b) || !isSameRow(b, a) || hasOtherCondition(a, b) || hasOtherCurrency(a, b)) return null
  if (
    a.itemId === b.itemId &&
    (shared.topics < 2 ||
      !shared.hasPolicy ||
      a.dimension.startsWith('count:') ||
      a.isBorrowed ||
      b.isBorrowed ||
      a.statement.row ||
      b.statement.row)
  )
    return null
  const [restA, restB] = [listUnmatched(a, b, isCommon), listUnmatched(b, a, isCommon)]
  if (restA.policies > 0 && restB.policies > 0) return null
  if (restA.names > 0 && restB.names > 0) return null
  const isThin = shared.topics === 1 || !shared.hasPolicy || a.isBorrowed || b.isBorrowed
  if (isThin && hasOtherSubject(a, b, shared)) return null
  if (hasOtherCode(a, b) || hasParallelTitle(a, b)) return null
  const both = Math.min(restA.weight, restB.weight)
  const score = (2 * shared.weight) / (2 * shared.weight + restA.weight + restB.weight + both / 2)
  const doubt = getDoubt(a, b) * (restA.codes + restB.codes > 0 ? 0.6 : 1)
  return score * doubt >= (a.itemId === b.itemId ? minScoreOnOnePage : minScore) ? score * doubt : null
}

function sumShared(a: Claim, b: Claim) {
  let weight = 0
  let topics = 0
  let hasPolicy = false
  for (const [key, kind] of a.core) {
    if (!b.core.has(key)) continue
    weight += termWeights[kind]
    if (kind === 'policy' || kind === 'attribute' || kind === 'word' || kind === 'name') topics++
    if (kind === 'category' && hasCategory(a.core, a.dimension)) topics++
    if (kind === 'policy') hasPolicy = true
  }
  if (topics === 0 && weight >= 0.3 && (a.dimension === 'byte' || a.dimension.startsWith('count:'))) topics++
  if (
    a.dimension === 'clock' &&
    topics === 0 &&
    a.core.has('#opening') &&
    b.core.has('#opening') &&
    haveSamePlace(a, b)
  ) {
    weight += 1
    topics++
  }
  // The counted noun is part of the topic.
  if (a.dimension.startsWith('count:')) {
    weight += 0.5
    if (weight >= 0.85) topics++
  }
  return { weight, topics, hasPolicy }
}

const explained = 0.15

function listUnmatched(a: Claim, b: Claim, isCommon: (name: string) => boolean) {
  const around = keysOf(b.context)
  let weight = 0
  let policies = 0
  let names = 0
  let codes = 0
  for (const [key, kind] of a.core) {
    if (b.core.has(key) || kind === 'category') continue
    if (kind === 'name' && isCommon(key)) continue
    if (around.has(key)) {
      weight += termWeights[kind] * explained
      continue
    }
    weight += termWeights[kind]
    if (kind === 'policy' || kind === 'attribute') policies++
    if (kind === 'name') names++
    if (kind === 'name' && /\d/.test(key)) codes++
  }
  return { weight, policies, names, codes }
}

const keys = new WeakMap<Claim['context'], Set<string>>()

function keysOf(context: Claim['context']): Set<string> {
  const known = keys.get(context)
  if (known) return known
  const { title, headings, previous } = context
  const all = new Set([...title, ...headings, ...previous].map(({ key }) => key))
  keys.set(context, all)
  return all
}

const channels = new Set(['=phone', '=email', '=chat', '=letter', '=fax', '=whatsapp'])
const payments = new Set(['=card', '=paypal', '=klarna', '=cash', '=transfer', '=prepayment', '=directdebit'])

function groupOf(key: string): string {
  if (channels.has(key)) return 'channel'
  if (payments.has(key)) return 'payment'
  return key.startsWith('@') ? 'region' : key
}

/** 'Standard' delivery is meant where no kind is named. */
const defaults = new Set(['=standard', '=domestic', '=weekend', '=online', '=email'])

/** What a claim is for: plans, countries, groups of people and the like. */
type Cases = {
  /** Those of the sentence, or of the title and the headings where it names none. */
  own: string[]
  /** What the sentence, its row and its surroundings name. */
  named: Set<string>
  /** The cases among them. */
  namedCases: string[]
}

const caseCache = new WeakMap<Claim, Cases>()

function casesOf(claim: Claim): Cases {
  const cached = caseCache.get(claim)
  if (cached) return cached
  const { core, labels, context } = claim
  const of = (terms: Term[]) => terms.filter(({ kind }) => kind === 'category').map(({ key }) => key)
  const above = of([...context.title, ...context.headings])
  const inSentence = [...core].filter(([, kind]) => kind === 'category').map(([key]) => key)
  const named = new Set([...core.keys(), ...above, ...of(context.previous), ...labels])
  const cases = {
    own: inSentence.length > 0 ? inSentence : above,
    named,
    namedCases: [...named].filter((key) => /^[=@]/.test(key)),
  }
  caseCache.set(claim, cases)
  return cases
}

/** Whether one is for a plan, country or group of people that the other is not for. */
function hasOtherCase(a: Claim, b: Claim, homeRegion: string | null): boolean {
  const { own } = casesOf(a)
  if (own.length === 0) return false
  const { named, namedCases } = casesOf(b)
  const isDefault = (key: string) =>
    key === homeRegion
      ? !namedCases.some((other) => other.startsWith('@'))
      : defaults.has(key) && namedCases.every((other) => other.startsWith('@'))
  // 'By phone and chat' includes what is said of the chat.
  const isListed = (key: string) =>
    own.some((one) => one !== key && named.has(one) && groupOf(one) === groupOf(key))
  return own.some((key) => !named.has(key) && !isDefault(key) && !isListed(key))
}

function hasOtherCondition(a: Claim, b: Claim): boolean {
  return [...a.conditions].some(([key, value]) => b.conditions.has(key) && b.conditions.get(key) !== value)
}

/** Whether the sentences have prices in different currencies, which are for different countries. */
function hasOtherCurrency({ currencies }: Claim, other: Claim): boolean {
  if (currencies.size === 0 || other.currencies.size === 0) return false
  return ![...currencies].some((currency) => other.currencies.has(currency))
}

/** Titles such as 'Gold plan' and 'Silver plan', which differ in up to half of their words. */
function hasParallelTitle(a: Claim, b: Claim): boolean {
  const [one, other] = [toWords(a.context.titleText), toWords(b.context.titleText)]
  if (one.length !== other.length || one.length < 2) return false
  const differing = one.filter((word) => !other.includes(word)).length
  return differing > 0 && differing <= one.length / 2
}

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether the titles name different models, such as 'KX-100' and 'KX-200'. */
function hasOtherCode(a: Claim, b: Claim): boolean {
  const codes = ({ context }: Claim) =>
    [...context.title, ...context.headings]
      .filter(({ kind, key }) => kind === 'name' && /\d/.test(key))
      .map(({ key }) => key)
  const [one, other] = [codes(a), codes(b)]
  return one.length > 0 && other.length > 0 && !one.some((code) => other.includes(code))
}

function isSameRow(a: Claim, b: Claim): boolean {
  const digits = (text: string) => text.replace(/\D+/g, ' ').trim()
  if (a.statement.row && b.statement.row && digits(a.statement.row) !== digits(b.statement.row)) return false
  if (a.labels.size === 0) return true
  const others = new Set([...b.core.keys(), ...b.labels, ...keysOf(b.context)])
  return [...a.labels].every((label) => label.startsWith('=') || others.has(label))
}

/** Whether two pages are about different products or places: the title of each names something that the other does not. */
function hasOtherSubject(
  a: Claim,
  b: Claim,
  { hasPolicy, topics }: { hasPolicy: boolean; topics: number },
): boolean {
  const [one, other] = [splitTitle(a, b), splitTitle(b, a)]
  if (one.own.length === 0 || other.own.length === 0) return false
  if (hasPolicy) return one.shared === 0 && other.shared === 0
  if (one.shared === 0 || other.shared === 0) return true
  // 'Weight: 2 kg' depends on the title alone.
  const isThing = ({ kind }: Term) => kind === 'word' || kind === 'name'
  return topics === 1 && one.own.some(isThing) && other.own.some(isThing)
}

/** The topics of the title and headings that the other page does not name, and the number of those that it does. */
function splitTitle(one: Claim, other: Claim) {
  const known = new Set([...keysOf(other.context), ...other.core.keys()])
  const terms = [...one.context.title, ...one.context.headings].filter(({ kind }) => isTopic(kind))
  const own = terms.filter(({ key }) => !known.has(key))
  return { own, shared: terms.length - own.length }
}

/** Whether the other sentence also names this figure, for another case. */
function hasSameValue({ figure }: Claim, { others }: Claim): boolean {
  return others.some(({ low, high }) => low === figure.low && high === figure.high)
}

/** Opening hours belong to a place or a channel, which only the title may name. */
function haveSamePlace(a: Claim, b: Claim): boolean {
  const around = ({ core, context }: Claim) =>
    [...core.keys(), ...keysOf(context)].filter((key) => key !== '#opening' && /^[#=@]/.test(key))
  const others = around(b)
  return around(a).some((key) => others.includes(key))
}

/** Pairs of figures that may be compared and differ. */
function isConflict(a: Claim, b: Claim): boolean {
  const [one, other] = [a.figure, b.figure]
  if (one.per !== other.per && one.per && other.per) return false
  if (a.dimension === 'clock') return isClockConflict(a, b)
  if (one.bound !== other.bound) {
    if (one.bound === 'min' || other.bound === 'min') return false
    const [max, exact] = one.bound === 'max' ? [one, other] : [other, one]
    if (a.dimension !== 'days' && exact.high <= max.high) return false
  }
  return differ(a, b)
}

function isClockConflict(a: Claim, b: Claim): boolean {
  const isRange = ({ figure }: Claim) => figure.low !== figure.high
  if (isRange(a) !== isRange(b)) return false
  const overlap = [...a.weekdays].some((day) => b.weekdays.has(day))
  if (
    !overlap &&
    (a.weekdays.size > 0 || b.weekdays.size > 0) &&
    !(a.weekdays.size === 0 || b.weekdays.size === 0)
  )
    return false
  // Weekend hours are often different: no day means the usual days.
  const isWeekend = ({ weekdays }: Claim) => weekdays.size > 0 && [...weekdays].every((day) => day > 5)
  if (isWeekend(a) !== isWeekend(b)) return false
  return a.figure.low !== b.figure.low || a.figure.high !== b.figure.high
}

function differ(a: Claim, b: Claim): boolean {
  const [one, other] = [a.figure, b.figure]
  const tolerance = one.isApproximate || other.isApproximate ? 0.15 : 0.021
  const isEqual = (x: number, y: number) => Math.abs(x - y) <= tolerance * Math.max(Math.abs(x), Math.abs(y))
  const exactly = isMoney(a.dimension) || a.dimension === '%' || a.dimension.startsWith('count:')
  const same = (x: number, y: number) =>
    exactly && !one.isApproximate && !other.isApproximate ? x === y : isEqual(x, y)
  const areSame = (factor: number) => same(one.low * factor, other.low) && same(one.high * factor, other.high)
  if (areSame(1)) return false
  if (one.isBusinessDays !== other.isBusinessDays && areSame(one.isBusinessDays ? 1.4 : 1 / 1.4)) return false
  const isSingle = ({ low, high }: typeof one) => low === high
  if (isSingle(one) !== isSingle(other)) {
    const [range, single] = isSingle(one) ? [other, one] : [one, other]
    return single.low < range.low * 0.999 || single.low > range.high * 1.001
  }
  return true
}

const maxUsualRatio = 30

/** Below 1 where the figures may be about different things. */
function getDoubt(a: Claim, b: Claim): number {
  const [one, other] = [a.figure, b.figure]
  let doubt = Math.max(a.others.length, b.others.length) > 1 ? 0.85 : 1
  if (one.per !== other.per) doubt *= 0.8
  const ratio = Math.max(one.high, other.high) / Math.max(Math.min(one.low, other.low), 1e-9)
  if (a.dimension !== 'clock' && ratio > maxUsualRatio) doubt *= 0.7
  return doubt
}

export function isTopic(kind: TermKind): boolean {
  return kind === 'policy' || kind === 'attribute' || kind === 'word' || kind === 'name'
}
