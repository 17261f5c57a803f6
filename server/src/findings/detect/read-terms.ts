import { normalizeText } from '../../knowledge/search/normalize-text.ts'
import { languages } from '../../replies/language/language-data.ts'
import { findCategory } from './categories.ts'
import { findConcepts } from './concepts.ts'
import type { Range } from './types.ts'

export type TermKind = 'category' | 'policy' | 'attribute' | 'general' | 'vague' | 'name' | 'word'
export type Term = Range & { key: string; kind: TermKind; shown: string }

export const termWeights: Record<TermKind, number> = {
  category: 0.8,
  policy: 1.2,
  attribute: 1,
  general: 0.35,
  vague: 0.1,
  name: 0.8,
  word: 1,
}

const stopWords = new Set(languages.flatMap(({ questionWords }) => [...questionWords]))
const moreVague =
  'successful successfully bring brings older young younger alter person einkauf einkaufswert warenwert bestellwert refuse refused gave give everything expire expires expired expiry ablaufen verfallen verfallt lauft caduca caducan scade scadono verlopen vervalt vervallen expira expiran ziehen abziehen deduct deducted set sets case fall parcel parcels package packages paket pakete paketen colis paquete pacchi pacco pakket encomenda with before after then include includes included including reject rejected larger near nearby comptez compter compte always size agb monatsende accept allow amount apply available back beginn begin benefit brauch calendar check choose come company consist contact content customer dauer direct document during each either employ every exact faq following general give goods guide help hold immediate include information issue item kunde kunden kundin last lasts leave life link main make material merchandise moment need note offer option overview page part per period place please plan point policy possible product products produkt produkte process provide purchase question receipt receive regular require rule same section send service simple site start stay system take takes team term terms condition conditions thing time times total type usual usually valid value visit want website welcome work working write year month week day days hour hours minute minutes tage tagen tag werktage monat monate jahr jahre stunde stunden woche wochen artikel ware waren lassen betragen betragt betraegt gilt gelten dauert frist innerhalb erhalt erhalten empfang moglich bitte sowie client cliente clientes clienti klant klanten cliente delai plazo termine termijn prazo periode periodo duree duration duracion durata jours jour mois ans dias dia meses anos giorni giorno mesi dagen dag maanden maand weken week uur produit produits producto productos prodotto prodotti producten artikelen bedraagt ammonta tarda tardan durer dure prend dispose disposez heeft hebt puede pueden puo possono beneficiar full volle entire current currently aktuell standardmassig default within working approximately business calendar kalendertage consecutive additional whole further also once twice however therefore simply quickly easily normally typically generally usually currently always automatically automatisch immer normalerweise meist toujours siempre sempre altijd grant granted granting applies begins starts runs running lasting comes given gives gets getting set happens expects expect reach reaches reached counts counting stated specified listed shown described everyone everybody all any total altogether insgesamt gesamt time zeit zeitraum temps tiempo tempo tijd charge charged costs cost amounts'
const vagueWords = new Set([
  ...languages.flatMap(({ vagueWords: words }) => [...words]),
  ...moreVague.split(' '),
])

/** Names of several words that stand for one topic or case. */
const phrases: [RegExp, string][] = [
  [
    /\b(?:send|sends|sending|sent|ship|give|bring)(?: (?:it|them|goods?|items?|products?|something|anything|an item|an article|your order|the goods|the item)){0,2} back\b/giu,
    'return',
  ],
  [/\bmoney[ -]back\b/giu, 'moneyback'],
  [/\b(?:opening|business|office|working) (?:hours|times)\b/giu, 'openinghour'],
  [/\b(?:click (?:and|&) collect|pick(?:ed|ing)?[ -]up|pick up)\b/giu, 'pickup'],
  [/\bcheck[ -]in\b/giu, 'checkin'],
  [/\bcheck(?:ing)?[ -]out\b/giu, 'checkout'],
  [/\b(?:cut[ -]off)\b/giu, 'cutoff'],
  [
    /\b(?:free of charge|at no (?:extra )?(?:cost|charge)|no shipping costs?|sans frais|sin coste|senza costi|zonder kosten|sem custos?)\b/giu,
    'gratis',
  ],
  [/\b(?:gift (?:card|voucher|certificate)s?)\b/giu, 'voucher'],
  [/\bcredit cards?\b/giu, 'creditcard'],
  [/\b(?:bank|wire) transfers?\b/giu, 'transfer'],
  [/\bdirect debits?\b/giu, 'directdebit'],
  [/\bsame[ -]day\b/giu, 'sameday'],
  [/\b(?:live chat)\b/giu, 'chat'],
  [
    /\b(?:united states|états-unis|estados unidos|stati uniti|verenigde staten|vereinigten? staaten)\b/giu,
    'usa',
  ],
  [
    /\b(?:united kingdom|great britain|vereinigte[sn]? königreich|royaume-uni|reino unido|regno unito)\b/giu,
    'uk',
  ],
  [/\b(?:pays-bas|países bajos|paesi bassi|the netherlands)\b/giu, 'niederlande'],
  [/\bmot de passe\b/giu, 'motdepasse'],
  [/\bpetit[- ]déjeuner\b/giu, 'petitdejeuner'],
  [/(?<=\byears? )old\b/giu, 'age'],
  [/\bnot later than|no later than\b/giu, 'within'],
  [
    /\b(?:customer (?:service|care|support)|service client|atención al cliente|servizio clienti|atendimento ao cliente)\b/giu,
    'support',
  ],
]

/** Days and months are values, not topics. */
const calendarWords = new Set(
  'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays weekday weekdays montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags werktags lunes martes miercoles jueves viernes sabado sabados domingo domingos lundi mardi mercredi jeudi vendredi samedi dimanche lunedi martedi mercoledi giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag january february march april june july august september october november december januar februar marz mai juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  ),
)

const maxCached = 100_000
const stems = new Map<string, string>()

/** A rough stem for all languages, which only has to be equal for forms of the same word. */
function stemWord(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  let stem = word
  for (let round = 0; round < 2; round++) {
    const shorter = stem.replace(
      /(?:ungen|ings?|tions?|tionen|ed|ies|es|en|er|em|ern|st|s|e|n|a|o|i|y|t)$/u,
      '',
    )
    if (shorter.length < 4) break
    stem = shorter
  }
  if (stems.size < maxCached) stems.set(word, stem)
  return stem
}

const word =
  /\p{L}[\p{L}\p{N}]*(?:-\p{L}*\d[\p{L}\p{N}-]*(?: \p{Lu}{1,2}(?![\p{L}]))?)?(?:[’']\p{L}+)?|\d+\p{L}[\p{L}\p{N}]*/gu

/** Phrases that imply a topic without naming it. */
const impliedTopics: [RegExp, string][] = [[/\btry\b.{0,60}\bfree\b/giu, '#trial']]

export type TermOptions = {
  /** Nouns of the language have capitals, or all words of a title do, so that a capital marks no name. */
  hasCapitals: boolean
}

/** The words of a text that say what it is about, with their positions. */
export function readTerms(text: string, { hasCapitals }: TermOptions): Term[] {
  let shown = text
  for (const [pattern, word] of phrases)
    shown = shown.replace(pattern, (matched) => word.slice(0, matched.length).padEnd(matched.length))
  const terms: Term[] = []
  for (const [pattern, key] of impliedTopics)
    for (const { 0: found, index } of text.matchAll(pattern))
      terms.push({ start: index, end: index + found.length, shown: found, key, kind: 'policy' })
  let isFirst = true
  for (const { 0: found, index } of shown.matchAll(word)) {
    const range = { start: index, end: index + found.length, shown: found }
    const isStart = isFirst
    isFirst = false
    terms.push(...toTerms(found, range, { isStart, hasCapitals }))
  }
  return terms
}

type Shown = Range & { shown: string }

function toTerms(
  found: string,
  range: Shown,
  { isStart, hasCapitals }: { isStart: boolean; hasCapitals: boolean },
): Term[] {
  const normal = normalizeText(found).replace(/\s+/g, '')
  const category = findCategory(normal)
  if (category) return [{ ...range, key: category, kind: 'category' }]
  if (normal.length < 2 || stopWords.has(normal) || calendarWords.has(normal)) return []
  const concepts = findConcepts(normal)
  if (concepts.length > 0) return concepts.map(({ id, kind }) => ({ ...range, key: id, kind }))
  const isCode = /\d/.test(found) || /^\p{L}*\p{Lu}\p{L}*\p{Lu}/u.test(found)
  const isCapital = /^\p{Lu}/u.test(found) && !isStart && !hasCapitals
  const stem = stemWord(normal)
  if (isCode) return [{ ...range, key: normal, kind: 'name' }]
  if (vagueWords.has(normal) || vagueWords.has(stem)) return [{ ...range, key: stem, kind: 'vague' }]
  if (isCapital) return [{ ...range, key: stem, kind: 'name' }]
  return normal.length < 3 ? [] : [{ ...range, key: stem, kind: 'word' }]
}
