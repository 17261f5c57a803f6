import { findDates } from './find-dates.ts'
import { isSuperseded, listStatements } from './list-statements.ts'
import type { FoundFinding, InspectedItem, Range } from './types.ts'

/** Words after which a date is an end or something to come. Their languages are en, de, fr, es, it, nl, pt. */
const upcoming = [
  /\b(?:until|till|through|by|valid|deadline|expires?|ends?|ending|closes|no later than|before|register|sign up|apply|book|order|save the date|join us|upcoming|will|shall|going to|starting|starts?|planned|scheduled|coming|soon|next|expected|launch(?:es|ing)|opens|reopens?|resumes?|moving|moves|takes place|closed|offer|promotion|sale|discount|registration|available from|visit us|meet us|trade fair|fair|event|webinar|workshop|currently|special)\b/iu,
  /(?<!\p{L})(?:bis|gültig|spätestens|frist|läuft|endet|ende|wird|werden|geplant|voraussichtlich|demnächst|nächste\w*|kommende\w*|findet|finden|statt|geschlossen|aktion\w*|angebot\w*|anmeldung\w*|anmeldeschluss|anmelden|bewerb\w*|starten?|beginnt|eröffn\w*|zieht|ziehen|wieder|aktuell\w*|stichtag|einsendeschluss|rabatt\w*|derzeit|zurzeit|besuchen|messe|dann|neu ab|künftig)(?!\p{L})/iu,
  /(?<!\p{L})(?:jusqu['’]au|avant le|au plus tard|valable|expire|se termine|sera|seront|aura|auront|prévue?s?|prochain\w*|fermée?s?|offre|promotion|inscription\w*|inscrivez|à partir du|ouvrira|débutera?|actuellement)(?!\p{L})/iu,
  /(?<!\p{L})(?:hasta|antes del?|válid[oa]s?|vence|caduca|termina|será|serán|habrá|tendrá|previst[oa]s?|próxim[oa]s?|cerrad[oa]s?|cerramos|oferta|promoción|inscripci\w*|inscríbe\w*|a partir del?|abrirá|comienza|actualmente)(?!\p{L})/iu,
  /(?<!\p{L})(?:fino al|entro il|prima del|valid[oaie]|scade|termina|sarà|saranno|previst[oaie]|prossim[oaie]|chius[oaie]|offerta|promozione|iscrizion\w*|iscriv\w*|dal|aprirà|inizia|attualmente)(?!\p{L})/iu,
  /(?<!\p{L})(?:tot|t\/m|tot en met|uiterlijk|geldig|verloopt|eindigt|zal|zullen|wordt|worden|gepland|volgende|aanstaande|gesloten|aanbieding|actie|aanmeld\w*|inschrijv\w*|vanaf|opent|begint|momenteel)(?!\p{L})/iu,
  /(?<!\p{L})(?:até|antes de|válid[oa]s?|expira|termina|será|serão|haverá|previst[oa]s?|próxim[oa]s?|fechad[oa]s?|oferta|promoção|inscriç\w*|a partir de|abrirá|começa|atualmente)(?!\p{L})/iu,
]

/** Words with which a date is that of a past event, or the start of a state that continues. */
const past =
  /(?<!\p{L})(?:since|founded|established|incorporated|was|were|had|has been|have been|launched|introduced|released|joined|moved|opened|changed|became|ended|expired|began|started|took|bought|built|won|received|published|created|updated|last (?:updated|modified|changed|reviewed|revised)|revision|revised|version|as of|dated|effective|in force|copyright|born|history|changelog|release notes?|ordered|purchased|placed|registered|created|signed|seit|gegründet|gründeten|war|waren|wurden?|worden|hatte[n]?|eröffnet|eingeführt|eröffnete|startete|begann|erschien\w*|veröffentlicht|aktualisiert|zuletzt|stand|letzte (?:aktualisierung|änderung)|fassung|vom|geboren|umgezogen|gekauft|geliefert|bestellt|in kraft|depuis|fondée?|créée?|était|étaient|a été|ont été|mise? à jour|dernière|lancée?|née?|desde(?! el \d)|fundad[oa]|fue|fueron|era|actualizad[oa]|última|lanzad[oa]|nacid[oa]|dal \d{4}|fondat[oa]|è stat[oa]|sono stat[iea]|era|aggiornat[oa]|ultim[oa]|lanciat[oa]|sinds|opgericht|was|waren|werd|werden|bijgewerkt|laatst|gelanceerd|fundad[oa]|foi|foram|atualizad[oa]|lançad[oa])(?!\p{L})/iu
const future =
  /(?<!\p{L})(?:will|shall|going to|upcoming|planned|scheduled|wird|werden|geplant|voraussichtlich|sera|seront|aura|será|serán|habrá|sarà|saranno|zal|zullen|será|serão|expected|kommende\w*|demnächst|prochain\w*|próxim\w*|prossim\w*|aanstaande)(?!\p{L})/iu
/** The end of a period. It counts as expired also in a sentence about the past. */
const ending =
  /(?<!\p{L})(?:until|till|through|thru|no later than|deadline(?: is)?|expires?(?: on)?|ends?(?: on)?|closes(?: on)?|by|before|bis(?: einschließlich)?|spätestens(?: am)?|endet(?: am)?|läuft(?: am)?|jusqu['’]au|avant(?: le)?|au plus tard|expire|hasta|antes del?|vence|caduca|termina|fino al|entro il|entro|scade|tot(?: en met)?|t\/m|uiterlijk|vóór|verloopt|eindigt|até|expira)[\s:]*(?:and including |zum |dem |den |le |el |il |o |op |the |end of |ende |fin |fine |\p{L}+day,? |\p{L}+tag,? (?:den |dem )?)*$/iu

const yearOnly =
  /(?<!\p{L})(?:price ?list|prices?|rates?|tariffs?|opening (?:hours|times)|holidays?|season|schedule|calendar|sale|offers?|catalog(?:ue)?|program(?:me)?|edition|preise|preisliste|tarife|öffnungszeiten|feiertage|saison|fahrplan|kalender|angebote?|katalog|programm|betriebsferien|tarifs|horaires|saison|calendrier|catalogue|precios|tarifas|horarios?|temporada|calendario|catálogo|prezzi|tariffe|orari|stagione|prijzen|tarieven|openingstijden|seizoen|preços|tarifários?|horários?|temporada|christmas|weihnachten|noël|navidad|natale|kerst|natal|summer|winter|spring|autumn|sommer|frühjahr|herbst|été|hiver|verano|invierno|estate|inverno|zomer|roadmap|q[1-4]|quarter|quartal|trimestre|kwartaal)(?!\p{L})/iu

const monthWords =
  'january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|januari|februari|maart|mei|augustus|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro'
const months = monthWords.split('|')
const monthNumbers: Record<string, number> = {
  jan: 1,
  gen: 1,
  ene: 1,
  feb: 2,
  fév: 2,
  fev: 2,
  mar: 3,
  mär: 3,
  maa: 3,
  apr: 4,
  avr: 4,
  abr: 4,
  may: 5,
  mai: 5,
  mag: 5,
  mei: 5,
  jun: 6,
  jui: 6,
  giu: 6,
  jul: 7,
  lug: 7,
  aug: 8,
  aoû: 8,
  ago: 8,
  sep: 9,
  set: 9,
  oct: 10,
  okt: 10,
  ott: 10,
  out: 10,
  nov: 11,
  dec: 12,
  dez: 12,
  déc: 12,
  dic: 12,
}
const monthAndYear = new RegExp(
  `(?<![\\p{L}\\d])(${monthWords})\\s+(?:de |del |do |of )?(20\\d\\d)(?!\\d)`,
  'giu',
)
const plainYear =
  /(?<![\d.,/#-])(20[0-4]\d)(?:\s?[/–-]\s?(20\d\d|\d\d))?(?![\d%€$£]|[.,]\d|\s?(?:€|\$|£|eur|mm|cm|kg|km|m\b|euro|users|items))/giu

type PastDate = Range & { isFull: boolean }

/** Sentences that describe a past date as if it were in the future. */
export function findPastDates(items: InspectedItem[], now: Date): FoundFinding[] {
  return items.flatMap((item) =>
    item.sections.flatMap(({ headings, text }) => {
      const heading = `${item.title}. ${headings.join('. ')}`
      if (isArchived(heading)) return []
      return listStatements(text).flatMap(({ text: quote }) => {
        const highlights = findExpired(quote, heading, now)
        if (highlights.length === 0) return []
        return [{ kind: 'past_date' as const, passages: [{ itemId: item.id, headings, quote, highlights }] }]
      })
    }),
  )
}

function findExpired(text: string, heading: string, now: Date): Range[] {
  if (!/\d/.test(text)) return []
  const dates = listPastDates(text, now)
  if (dates === null) return []
  return dates.filter((date) => isStale(text, heading, date)).map(({ start, end }) => ({ start, end }))
}

/** Pages whose title says that they are historical. */
function isArchived(heading: string): boolean {
  return isSuperseded(heading.replace(/\d{4}/g, ''), new Date(0)) || historicalHeading.test(heading)
}

const historicalHeading =
  /\b(?:history|release notes?|changelog|change log|versions?|news archive|press|about us|our story|geschichte|chronik|versionshinweise|änderungs\w*|archiv|presse|über uns|histoire|historique|à propos|historia|storia|geschiedenis|história|imprint|impressum|legal|privacy|datenschutz)(?!\p{L})/iu

function isStale(text: string, heading: string, date: PastDate): boolean {
  const before = text.slice(0, date.start)
  if (/["{}<>]/.test(text) && /":|="/.test(text)) return false
  if (ending.test(before) && !wasEnded(text)) return true
  if (future.test(text)) return true
  if (past.test(text)) return false
  if (!date.isFull)
    return yearOnly.test(text) && upcomingIn(text) ? true : yearOnly.test(text) && text.length < 90
  return upcomingIn(text) || upcomingIn(heading)
}

function wasEnded(text: string): boolean {
  return /(?<!\p{L})(?:was|were|had|wurde|war|waren|galt|était|étaient|fue|era|eran|werd|foi|used to|ordered|bought|purchased|gekauft\w*|bestellt\w*|placed|registered before|vor dem|before)(?!\p{L})/iu.test(
    text,
  )
}

function upcomingIn(text: string): boolean {
  return upcoming.some((pattern) => pattern.test(text))
}

/** Null when the text also names a date that is not past: it is about the present then, such as a range. */
function listPastDates(text: string, now: Date): PastDate[] | null {
  const found: PastDate[] = []
  let rest = text
  let hasComing = false
  const add = (start: number, end: number, time: number, isFull: boolean) => {
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
    if (time < now.getTime()) found.push({ start, end, isFull })
    else hasComing = true
  }
  const full = findDates(text)
  const years = full.flatMap(({ readings }) => readings[0]?.year ?? [])
  for (const { start, end, readings } of full) {
    // "24 December to 1 January 2025": the year of the other date.
    const known = readings.filter(({ year }) => year !== null)
    const borrowed = years.length === 1 ? years[0] : undefined
    const times = (
      known.length > 0 ? known : borrowed ? readings.map((one) => ({ ...one, year: borrowed })) : []
    ).map(({ year, month, day }) => Date.UTC(year ?? 0, month - 1, day + 1))
    if (times.length > 0) add(start, end, Math.max(...times), known.length > 0)
    else rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
  }
  for (const { 0: shown, 1: name = '', 2: year, index } of rest.matchAll(monthAndYear)) {
    const month =
      monthNumbers[name.toLowerCase().slice(0, 3)] ?? (months.indexOf(name.toLowerCase()) % 12) + 1
    const exact = /^juillet/i.test(name) ? 7 : month
    add(index, index + shown.length, Date.UTC(Number(year), exact, 1), true)
  }
  for (const { 0: shown, 1: year = '', 2: to, index } of rest.matchAll(plainYear)) {
    const last =
      to === undefined ? Number(year) : to.length === 2 ? Number(year.slice(0, 2) + to) : Number(to)
    add(index, index + shown.length, Date.UTC(last + 1, 0, 1), false)
  }
  return hasComing ? null : found
}
