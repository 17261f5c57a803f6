import { detectSearchConfig } from '../../knowledge/search/detect-search-config.ts'
import { extractWeekdays } from '../../replies/facts/calendar.ts'
import { type FoundFigure, findFigures, isMoney } from './find-figures.ts'
import { isSuperseded, listStatements } from './list-statements.ts'
import { readTerms, type Term, type TermKind } from './read-terms.ts'
import type { InspectedItem, Range } from './types.ts'

type Context = {
  title: Term[]
  titleText: string
  headings: Term[]
  /** Of the sentence before in the same paragraph. */
  previous: Term[]
}

/** A figure and the terms that say what it measures. */
export type Claim = {
  id: number
  itemId: string
  statement: Statement
  figure: FoundFigure
  /** What must be equal for two figures to be compared. */
  dimension: string
  core: Map<string, TermKind>
  /** Whether `core` is from the heading, because the sentence names no topic. */
  isBorrowed: boolean
  /** Names of the row of a table, all of which must be equal. */
  labels: Set<string>
  /** Limits in the same sentence, such as 'up to 5 kg'. */
  conditions: Map<string, number>
  /** Other figures of the same unit in the sentence. */
  others: FoundFigure[]
  /** Currencies in the sentence. */
  currencies: Set<string>
  weekdays: Set<number>
  context: Context
}

type Statement = { itemId: string; headings: string[]; text: string; key: string; row: string }

/** Words with which a sentence describes the past, so that its figures are no claims about the present. */
const historical =
  /(?<!\p{L})(?:previously|formerly|used to|until (?:then|recently)|in the past|früher(?:e[nrs]?)?|bisher(?:ige[nrs]?)?|ehemals|damals|zuvor|ancienne?s?|auparavant|anteriormente|en el pasado|precedentemente|in passato|voorheen|vroeger|antigamente)(?!\p{L})/iu
/** Words before a figure that is not valid any more. */
const historicalBefore =
  /(?<!\p{L})(?:was|were|war|betrug(?:en)?|kostete\w*|galten?|lag|lagen|était|étaient|coûtait|era|eran|costaba|costava|kostte|bedroeg|instead of|statt|anstatt|au lieu de|en lugar de|en vez de|invece di|in plaats van|em vez de)\s(?:\p{L}+\s){0,2}[€$£]?$/iu
const example =
  /\b(?:for example|for instance|e\.g\.|example|examples|suppose|z\.\s?b\.|zum beispiel|beispiel\w*|par exemple|exemple|p\. ex\.|por ejemplo|ejemplo|ad esempio|esempio|bijvoorbeeld|voorbeeld|bijv\.|por exemplo|exemplo)(?!\p{L})/iu

export function readClaims(items: InspectedItem[], now: Date): Claim[] {
  const claims: Claim[] = []
  for (const item of items) {
    const isGerman = detectSearchConfig(item.sections.map(({ text }) => text)) === 'german'
    const title = readTerms(item.title, { hasCapitals: true })
    for (const { headings, text } of item.sections) {
      if (isSuperseded(`${item.title} ${headings.join(' ')}`, now)) continue
      const headingTerms = headings.map((heading) => readTerms(heading, { hasCapitals: true }))
      const context = { title, titleText: item.title, headings: headingTerms.flat(), previous: [] }
      const heading = headingTerms.at(-1) ?? []
      for (const claim of readSection(item.id, headings, text, { context, heading, isGerman }))
        claims.push({ ...claim, id: claims.length })
    }
  }
  return claims
}

type SectionContext = { context: Context; heading: Term[]; isGerman: boolean }

function readSection(
  itemId: string,
  headings: string[],
  sectionText: string,
  { context, heading, isGerman }: SectionContext,
): NewClaim[] {
  const statements = listStatements(sectionText)
  const readOwn = (text: string) => readTerms(text, { hasCapitals: isGerman })
  return statements.flatMap(({ text, paragraph }, index) => {
    if (historical.test(text) || example.test(text)) return []
    const figures = findFigures(text)
    if (figures.length === 0) return []
    const before = statements[index - 1]
    const previous = before?.paragraph === paragraph ? readOwn(before.text) : []
    const statement = { itemId, headings, text, key: `${itemId}\n${text}`, row: findRow(text) }
    const around = { statement, terms: readOwn(text), context: { ...context, previous }, heading, figures }
    return figures.flatMap((figure) => readClaim(figure, around))
  })
}

/** Terms that the unit of a figure implies. */
function impliedBy(dimension: string, { low, high }: FoundFigure): [string, TermKind][] {
  if (dimension === 'age') return [['#age', 'policy']]
  if (dimension === 'kg') return [['#weight', 'attribute']]
  return dimension === 'clock' && low !== high ? [['#opening', 'general']] : []
}

type NewClaim = Omit<Claim, 'id'>

type Surroundings = {
  statement: Statement
  terms: Term[]
  context: Context
  heading: Term[]
  figures: FoundFigure[]
}

function readClaim(figure: FoundFigure, around: Surroundings): NewClaim[] {
  const { statement, terms, context, figures } = around
  const { text, row, itemId } = statement
  const dimension = toDimension(figure, text)
  // The name of a row says what its figures are for.
  if (dimension === null || figure.end <= row.length) return []
  if (historicalBefore.test(text.slice(0, figure.start))) return []
  const same = figures.filter((other) => other.dimension === figure.dimension && other !== figure)
  const window = findWindow(statement, figure, same)
  const own = window.terms(terms).filter((term) => !isInFigure(term, figures, figure, dimension))
  const { core, isBorrowed } = readTopics(own, figure, dimension, around)
  const rateText = `${text.slice(window.start, window.end)}\n${statement.headings.join(' ')} ${context.titleText}`
  const bound = core.has('#minimum') ? 'min' : core.has('#maximum') ? 'max' : figure.bound
  const per = figure.per ?? readRate(rateText, figure)
  return [
    {
      itemId,
      statement,
      figure: { ...figure, ...toYears(figure, dimension), bound, per },
      dimension,
      core,
      isBorrowed,
      labels: readLabels(statement, figure, terms),
      conditions: listConditions(figures, figure),
      others: same,
      currencies: new Set(figures.map((one) => one.dimension).filter(isMoney)),
      weekdays: figure.dimension === 'clock' ? readWeekdays(statement, window) : new Set(),
      context,
    },
  ]
}

/** The topics of a figure, from the heading where the sentence names none. */
function readTopics(
  own: Term[],
  figure: FoundFigure,
  dimension: string,
  { statement, context, heading }: Surroundings,
): Pick<Claim, 'core' | 'isBorrowed'> {
  const core = toCore(own, statement.text, figure)
  for (const [key, kind] of impliedBy(dimension, figure)) core.set(key, kind)
  // Every price is a payment, so the term does not distinguish prices.
  if (isMoney(dimension) && core.has('#payment')) core.set('#payment', 'general')
  const isCountOfThings = /^count:(?!#(?:user|guest|file|order|request|person))/.test(dimension)
  const isBorrowed = !hasTopic(core) && !hasCategory(core, dimension) && !isCountOfThings
  if (isBorrowed) borrow(core, [heading, context.title])
  return { core, isBorrowed }
}

function toYears({ dimension, low, high }: FoundFigure, claimed: string) {
  return claimed === 'age' && dimension === 'days'
    ? { low: Math.round(low / 365), high: Math.round(high / 365) }
    : {}
}

const notNouns =
  /^(?:times?|mal|fois|veces|volte|keer|vezes|of|the|and|or|und|oder|to|bis|in|on|at|am|im|von|for|für|is|are|ist|sind|per|pro|with|mit|more|less|mehr|steps?|schritte?|ways?|options?|things?|points?|reasons?|parts?|types?|kinds?|questions?|examples?|different|main|simple|easy|minutes?|cases?|methods?|choices?|pages?|of)$/iu

const ageBefore =
  /(?<!\p{L})(?:age of|aged|ages|alter von|lebensjahr|edad de|mayor(?:es)? de|menor(?:es)? de|âgée?s? de|à partir de l['’]âge de|età di|leeftijd van|idade de|under the age of|over the age of)\s*(?:at least |mindestens )?$/iu
const ageAfter =
  /^\s*(?:years?[ -])?(?:or older|or over|and over|and older|years? of age|-?year-olds?|years? old|jahre alt|oder älter|o más años|años de edad|años o más|ans et plus|ans révolus|anni compiuti|jaar oud|jaar of ouder|anos de idade|anos ou mais)/iu

/** The age of a person, which is compared with ages only. */
function isAge({ start, end, dimension, low }: FoundFigure, text: string): boolean {
  if ((dimension !== '' && dimension !== 'days') || (dimension === '' && low > 120)) return false
  const before = text.slice(0, start)
  const after = text.slice(end)
  return (
    ageBefore.test(before) ||
    ageAfter.test(after) ||
    (dimension === 'days' &&
      ageAfter.test(`years ${after}`.replace(/^years \s*/, 'years ')) &&
      /^\s*(?:old|or older|of age|alt|de edad|oud)/iu.test(after))
  )
}

/** Null for a figure that cannot be compared. A number without a unit counts what the next word names. */
function toDimension(figure: FoundFigure, text: string): string | null {
  if (isAge(figure, text)) return 'age'
  if (figure.dimension !== '') return figure.dimension
  if (figure.noun.length > 2 && !notNouns.test(figure.noun)) {
    const [, second = ''] =
      /^\W?\p{L}+ (\p{L}{3,}s)(?!\p{L})/u.exec(text.slice(figure.end, figure.end + 60)) ?? []
    const [first] = readTerms(figure.noun, { hasCapitals: true })
    const [next] = readTerms(second, { hasCapitals: true })
    // "60 API requests" are requests.
    const term = first && next && next.kind !== 'vague' && next.kind !== 'category' ? next : first
    return term && term.kind !== 'vague' && term.kind !== 'category' ? `count:${term.key}` : null
  }
  const label = /([\p{L}][\p{L} -]{2,60}):\s*$/u.exec(text.slice(0, figure.start))?.[1]
  const last = label
    ? readTerms(label, { hasCapitals: true }).findLast(({ kind }) => kind !== 'vague')
    : undefined
  return last ? `count:${last.key}` : null
}

type Window = { start: number; end: number; terms(all: Term[]): Term[] }

const separator =
  /[,;:–—(]|\.\s|(?<!\p{L})(?:and|und|et|y|e|en|but|aber|while|während|or|oder|ou|o|sowie|for|für|pour|para|per|voor)(?!\p{L})/giu

/**
 * The part of a sentence that belongs to a figure. Where others of the same unit stand beside it, it is the clause around it and
 * what stands before the first of them.
 */
function findWindow({ text, row }: Statement, figure: FoundFigure, same: FoundFigure[]): Window {
  if (row !== '') return findColumn(text, row, figure)
  if (same.length === 0) {
    const clause = findClause(text, figure)
    return { ...clause, terms: (terms) => filterClause(terms, clause) }
  }
  const before = same.filter(({ end }) => end <= figure.start).at(-1)
  const after = same.find(({ start }) => start >= figure.end)
  const from = before ? lastSeparator(text, before.end, figure.start) : 0
  const to = after ? lastSeparator(text, figure.end, after.start) : text.length
  const first = before ? Math.min(figure.start, ...same.map(({ start }) => start)) : 0
  return {
    start: from,
    end: to,
    terms: (terms) =>
      terms.filter(
        (term) =>
          (term.start >= from && term.end <= to) ||
          (term.end <= first && term.kind !== 'category' && term.kind !== 'name'),
      ),
  }
}

const clauseEnd =
  /[:;]\s|,\s(?=(?:and|but|so|while|whereas|und|aber|sondern|et|mais|y|pero|e|ma|en|maar|mas)\s)|\s(?=(?:and|und|et|y|e)\s(?:is|are|will|can|the|wird|werden|ist|sind|se|est|sont|sera|será|wordt)\s)/giu

/** The clause around a figure: "…, and the friend gets free shipping" is another one. */
function findClause(text: string, figure: FoundFigure): Range {
  const ends = [...text.matchAll(clauseEnd)].map(({ index }) => index)
  return {
    start: ends.filter((index) => index < figure.start).at(-1) ?? 0,
    end: ends.find((index) => index >= figure.end) ?? text.length,
  }
}

/** The terms of a clause, or of the sentence when the clause names no topic. */
function filterClause(terms: Term[], { start, end }: Range): Term[] {
  const own = terms.filter((term) => term.start >= start && term.end <= end)
  return own.some(({ kind }) => topics.has(kind)) ? own : terms
}

/** The cell of a table row with the names of its column and row. */
function findColumn(text: string, row: string, figure: FoundFigure): Window {
  const labels = [...text.slice(0, figure.start).matchAll(/(?:, | – )(?=[^,:]{1,60}: )/gu)]
  const start = labels.at(-1)?.index ?? 0
  const next = /, [^,:]{1,60}: /u.exec(text.slice(figure.end))
  const end = next ? figure.end + next.index : text.length
  const isOwn = (term: Term) => term.end <= row.length || (term.start >= start && term.end <= end)
  return { start, end, terms: (terms) => terms.filter(isOwn) }
}

const rates: [string, RegExp][] = [
  [
    'month',
    /(?:per|a|pro|\/) ?mon(?:th|at)|monthly|monatlich\w*|par mois|mensuel\w*|al mes|mensual\w*|al mese|mensil\w+|per maand|maandelijks\w*|por mês|mensal/iu,
  ],
  [
    'year',
    /(?:per|a|pro|\/) ?(?:year|jahr|annum)|yearly|annual\w*|jährlich\w*|par an|annuel\w*|al año|anual\w*|all['’]anno|annual\w*|per jaar|jaarlijks\w*|por ano/iu,
  ],
]

function readRate(text: string, { dimension }: FoundFigure): string | null {
  if (!isMoney(dimension)) return null
  const found = rates.filter(([, pattern]) => pattern.test(text))
  return found.length === 1 ? (found[0]?.[0] ?? null) : null
}

function lastSeparator(text: string, from: number, to: number): number {
  const between = text.slice(from, to)
  const [first] = between.matchAll(separator)
  return from + (first?.index ?? 0)
}

function isInFigure(term: Term, figures: FoundFigure[], figure: FoundFigure, dimension: string): boolean {
  if (dimension === `count:${term.key}` && term.start >= figure.end - 1 && term.start <= figure.end + 20)
    return true
  return figures.some(({ start, end }) => term.start >= start && term.end <= end)
}

const reference =
  /^\W*(?:of|after|from|following|upon|since|nach|ab|seit|vor|before|prior to|après|à compter|suivant|à réception|desde|tras|después|a partir|dalla|dal|dalla|dopo|na|vanaf|após|depois|da|del|de la|de)(?!\p{L})/iu
const maxReferenceTerms = 2

/** The topics of a clause. "Within 14 days of delivery" is not about deliveries. */
function toCore(terms: Term[], text: string, figure: FoundFigure): Map<string, TermKind> {
  const isReferred = figure.dimension === 'days' && reference.test(text.slice(figure.end, figure.end + 20))
  const referred = isReferred
    ? terms.filter(({ start, kind }) => start >= figure.end && kind !== 'vague').slice(0, maxReferenceTerms)
    : []
  const core = new Map<string, TermKind>()
  for (const term of terms) if (!referred.includes(term)) core.set(term.key, term.kind)
  if (!hasTopic(core) && referred.length > 0) for (const { key, kind } of referred) core.set(key, kind)
  return core
}

const topics = new Set<TermKind>(['policy', 'attribute', 'word', 'name'])

function hasTopic(core: Map<string, TermKind>): boolean {
  return [...core.values()].some((kind) => topics.has(kind))
}

/** A plan or country with a price or a number needs no other topic. */
export function hasCategory(core: Map<string, TermKind>, dimension: string): boolean {
  return dimension !== 'days' && dimension !== 'clock' && [...core.values()].includes('category')
}

function borrow(core: Map<string, TermKind>, sources: Term[][]): void {
  for (const terms of sources) {
    for (const { key, kind } of terms) if (kind !== 'category' && !core.has(key)) core.set(key, kind)
    if (hasTopic(core)) return
  }
}

/** The name of a table row: 'Germany – Standard: 4.90 euros'. Empty for other sentences. */
function findRow(text: string): string {
  return /^(.{1,80}?) – [^:]{1,60}: /u.exec(text)?.[1] ?? ''
}

/** Names of row and column. */
function readLabels({ text, row }: Statement, figure: FoundFigure, terms: Term[]): Set<string> {
  if (row === '' || isSentence(text, figure)) return new Set()
  const column = /(?:^|[,–] )([^,:]{1,60}): [^:]{0,40}$/u.exec(text.slice(0, figure.start))
  const from = column ? column.index : 0
  const to = column ? column.index + (column[0]?.indexOf(':') ?? 0) : 0
  const isLabel = ({ start, end }: Term) => end <= row.length || (start >= from && end <= to)
  return new Set(
    terms
      .filter((term) => isLabel(term) && term.kind !== 'vague' && term.kind !== 'general')
      .map(({ key }) => key),
  )
}

const minSentenceWords = 5

/** Whether the cell of a figure is a sentence, which says itself what the figure is for. */
function isSentence(text: string, { start, end }: FoundFigure): boolean {
  const before = text.slice(text.lastIndexOf(': ', start) + 1, start)
  const after = /^[^,:]*/u.exec(text.slice(end))?.[0] ?? ''
  return (`${before} ${after}`.match(/\p{L}{2,}/gu)?.length ?? 0) >= minSentenceWords
}

function listConditions(figures: FoundFigure[], own: FoundFigure): Map<string, number> {
  const limits = figures.filter(
    ({ bound, dimension }) =>
      bound !== 'exact' && dimension !== own.dimension && dimension !== 'days' && dimension !== 'clock',
  )
  return new Map(limits.map(({ dimension, noun, high }) => [`${dimension} ${noun}`, high]))
}

function readWeekdays({ text, headings }: Statement, window: Window): Set<number> {
  const part = text.slice(window.start, window.end)
  if (workdays.test(part)) return new Set([1, 2, 3, 4, 5])
  const own = extractWeekdays(part)
  const found = (own.length > 0 ? own : extractWeekdays(headings.at(-1) ?? '')).map(({ number }) => number)
  if (found.length > 0) return new Set(found)
  return new Set(
    [...text.slice(window.start, window.end).matchAll(shortWeekday)].map(
      ([name]) => shortWeekdays.get(name) ?? 0,
    ),
  )
}

const workdays =
  /(?<!\p{L})(?:weekdays|werktags|wochentags|en semaine|entre semana|(?:nei )?(?:giorni )?feriali|doordeweeks|op werkdagen|dias úteis|días laborables|jours ouvrés|every working day|on working days|an werktagen)(?!\p{L})/iu
const shortNames =
  'Mo Mon Lun lun|Di Tue Mar mar|Mi Wed Mer mer mié|Do Thu Jeu jeu gio|Fr Fri Ven ven vie|Sa Sat Sam sam sáb sab|So Sun Dim dim dom'
const shortWeekdays = new Map(
  shortNames
    .split('|')
    .flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + 1])),
)
const shortWeekday = new RegExp(`(?<!\\p{L})(?:${[...shortWeekdays.keys()].join('|')})(?![\\p{L}])`, 'gu')
