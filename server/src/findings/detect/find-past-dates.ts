import { isSuperseded, listStatements } from './list-statements.ts'
import { listTextDates, type TextDate } from './list-text-dates.ts'
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
  /(?<!\p{L})(?:will|shall|going to|upcoming|planned|scheduled|wird|werden|geplant|voraussichtlich|sera|seront|aura|será|serán|habrá|sarà|saranno|zal|zullen|será|serão|expected|kommende\w*|demnächst|prochain\w*|próxim\w*|prossim\w*|aanstaande|\p{L}{2,}(?:rá|rán|remos|rão|rà|ranno|ront|rons))(?!\p{L})/iu
/** The perfect tense, with a participle. "Ist geschlossen" is a state. */
const perfect =
  /(?<!\p{L})(?:(?:has|have|we['’]ve) (?:\p{L}+ )?\p{L}+ed|(?:hat|haben|hast|habe|ist|sind) .*ge(?!schlossen|öffnet|plant|sperrt|boten|geben)\p{L}{3,}(?:t|en)|(?:ha|han|hemos) \p{L}+[ai]do|(?:avons|avez|ont) \p{L}+(?:é|i|u)|(?:abbiamo|hanno|ha) \p{L}+[aiu]to|(?:heeft|hebben) .*ge\p{L}{3,}(?:d|t|en))(?!\p{L})/iu
/** A participle that a date belongs to: "amended on", "concluded before". */
const pastBefore =
  /(?<!\p{L})(?!(?:closed|scheduled|planned|expected|limited|extended|postponed|reduced|discounted|invited|need|speed)\s)\p{L}+ed (?:on |in |before |at )?(?:the |\p{L}+day,? )?$/iu
/** Feasts and holidays on other days each year, so that a date beside them is one of a certain year. */
const movableFeast =
  /(?<!\p{L})(?:easter|pentecost|whitsun|ramadan|thanksgiving|black friday|half[- ]term|school holidays|\p{L}*ferien|ostern|pfingsten|pâques|pentecôte|pascua|semana santa|pasqua|pasen|páscoa)(?!\p{L})/iu
/** A date has another day of the week each year. "Monday to Friday, 1 June to …" names no single day. */
const weekdayBefore =
  /(?<!\p{L})(?<![–-]\s?|(?:to|till|until|through|and|bis|und|al?|à|et|y|e|en|tot) )(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:segunda|terça|quarta|quinta|sexta)-feira),? (?:the |den |dem |le |el |il )?$/iu
/** A date without a year is one of every year then. */
const recurring =
  /(?<!\p{L})(?:every|each|always|yearly|annual(?:ly)?|once a year|per year|a year|seasons?|usually|jede[sn]?|immer|jährlich\w*|alljährlich|saison|chaque|toujours|tous les|toutes les|cada|siempre|todos los|todas las|ogni|sempre|tutti gli|ieder|elk|altijd|jaarlijks|todos os|anualmente)(?!\p{L})/iu
/** The start of what may still be so. */
const start =
  /(?<!\p{L})(?:from|as of|as from|since|starting|effective|ab|seit|vom|von|à partir du|depuis|du|desde el|desde|a partir del?|del|dal|vanaf|sinds|per)[\s:]*(?:the |dem |le |el |il |\p{L}+day,? |\p{L}+tag,? (?:den |dem )?)*$/iu
const mayNameDate =
  /\d|(?:end of|mid|until|till|through|by|ende|mitte|bis|fin|mi-|jusqu|hasta|mediados|metà|fino|eind|half|tot|até|meados)/iu
/** The end of a period. It counts as expired also in a sentence about the past. */
const ending =
  /(?<!\p{L})(?:until|till|through|thru|no later than|deadline(?: is)?|expires?(?: on)?|ends?(?: on)?|closes(?: on)?|by|before|bis(?: einschließlich)?|spätestens(?: am)?|endet(?: am)?|läuft(?: am)?|jusqu['’]au|avant(?: le)?|au plus tard|expire|hasta|antes del?|vence|caduca|termina|fino al|entro il|entro|scade|tot(?: en met)?|t\/m|uiterlijk|vóór|verloopt|eindigt|até|expira)[\s:]*(?:and including |zum |dem |den |le |el |il |o |op |the |end of |ende |fin |fine |\p{L}+day,? |\p{L}+tag,? (?:den |dem )?)*$/iu

const yearOnly =
  /(?<!\p{L})(?:price ?list|prices?|rates?|tariffs?|opening (?:hours|times)|holidays?|season|schedule|calendar|sale|offers?|catalog(?:ue)?|program(?:me)?|edition|preise|preisliste|tarife|öffnungszeiten|feiertage|saison|fahrplan|kalender|angebote?|katalog|programm|betriebsferien|tarifs|horaires|saison|calendrier|catalogue|precios|tarifas|horarios?|temporada|calendario|catálogo|prezzi|tariffe|orari|stagione|prijzen|tarieven|openingstijden|seizoen|preços|tarifários?|horários?|temporada|christmas|weihnachten|noël|navidad|natale|kerst|natal|summer|winter|spring|autumn|sommer|frühjahr|herbst|été|hiver|verano|invierno|estate|inverno|zomer|roadmap|q[1-4]|quarter|quartal|trimestre|kwartaal)(?!\p{L})/iu

/** Sentences that describe a past date as if it were in the future. */
export function findPastDates(items: InspectedItem[], now: Date): FoundFinding[] {
  return items.flatMap((item) =>
    item.sections.flatMap(({ headings, text }) => {
      const writtenAt = item.writtenAt === null ? null : new Date(item.writtenAt)
      const heading = `${item.title}. ${headings.join('. ')}`
      if (isArchived(heading)) return []
      return listStatements(text).flatMap(({ text: quote }) => {
        const highlights = findExpired(quote, heading, { now, writtenAt })
        if (highlights.length === 0) return []
        return [{ kind: 'past_date' as const, passages: [{ itemId: item.id, headings, quote, highlights }] }]
      })
    }),
  )
}

type Times = { now: Date; writtenAt: Date | null }

/** Nothing when the text also names a date that is not past: it is about the present then, such as a range. */
function findExpired(text: string, heading: string, { now, writtenAt }: Times): Range[] {
  if (!mayNameDate.test(text)) return []
  const dates = listTextDates(text, writtenAt)
  if (dates.some(({ endsAt }) => endsAt > now.getTime())) return []
  return dates
    .filter((date) => isStale(text, heading, date, writtenAt))
    .map(({ start, end }) => ({ start, end }))
}

/** Pages whose title says that they are historical. */
function isArchived(heading: string): boolean {
  return isSuperseded(heading.replace(/\d{4}/g, ''), new Date(0)) || historicalHeading.test(heading)
}

const historicalHeading =
  /\b(?:history|release notes?|changelog|change log|version history|news archive|press|about us|our story|geschichte|chronik|versionshinweise|änderungs\w*|archiv|presse|über uns|histoire|historique|à propos|historia|storia|geschiedenis|história|imprint|impressum|legal|privacy|datenschutz)(?!\p{L})/iu

function isStale(text: string, heading: string, date: TextDate, writtenAt: Date | null): boolean {
  const before = text.slice(0, date.start)
  if (isInCode(text) || isInData(text, date)) return false
  if (!date.hasYear && recurring.test(`${text} ${heading}`)) return false
  if (ending.test(before) && !wasEnded(text)) return true
  if (future.test(text)) return true
  if (past.test(text) || perfect.test(text) || pastBefore.test(before)) return false
  const isPeriod = date.isExact || yearOnly.test(text)
  const wasAhead = writtenAt !== null && date.endsAt >= writtenAt.getTime() && !start.test(before)
  const isOneYear = date.hasYear || movableFeast.test(text) || weekdayBefore.test(before)
  if (isPeriod && wasAhead && isOneYear) return true
  if (!date.isExact) return yearOnly.test(text) && (upcomingIn(text) || text.length < 90)
  return upcomingIn(text) || upcomingIn(heading)
}

function isInCode(text: string): boolean {
  return /["{}<>]/.test(text) && /":|="/.test(text)
}

/** Whether a date is the time of a log entry or a value of exported data: "2025-12-30 18:10:33 installed", `"2025-02-09","Search"`. */
function isInData(text: string, { start, end }: Range): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text.slice(start, end).trim()) &&
    /^\s*(?:T?\d\d:\d\d:\d\d|["']\s*[,;|]|:)/.test(text.slice(end))
  )
}

function wasEnded(text: string): boolean {
  return /(?<!\p{L})(?:was|were|had|wurde|war|waren|galt|était|étaient|fue|era|eran|werd|foi|used to|ordered|bought|purchased|gekauft\w*|bestellt\w*|placed|registered before|vor dem|before)(?!\p{L})/iu.test(
    text,
  )
}

function upcomingIn(text: string): boolean {
  return upcoming.some((pattern) => pattern.test(text))
}
