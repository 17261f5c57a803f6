/**
 * Words that separate cases: a figure for one plan, country, audience or channel says nothing about another one. Words of a line
 * have the same meaning; those of different lines differ.
 */
const lines = `basic basis- basico basispaket grundpaket
starter start-paket
standard standaard estandar estandard padrao
plus
pro professional profi
premium
business geschaftskunde geschaftskunden firmenkunde firmenkunden b2b
enterprise
light lite
gold
silver silber plata argent
bronze
deluxe luxury luxe
comfort komfort
economy eco
express expres expressversand expresslieferung espresso
overnight nachtversand
sameday
priority prioritat
student students studierende studenten studentin etudiant etudiants estudiante estudiantes studente studenti schuler
senior seniors senioren rentner mayores anziani
child children kid kids kind kinder kindern enfant enfants nino ninos bambini bambino criancas kinderen
adult adults erwachsene erwachsenen adulte adultes adulto adultos adulti volwassenen
member members mitglied mitglieder membre membres miembro miembros socio socios soci lid leden
private privatkunde privatkunden particulier particuliers particulares
nonprofit charity verein vereine association
wholesale grosshandel reseller resellers handler
weekend weekends wochenende wochenenden
holiday holidays feiertag feiertage feiertagen festivos festivi feestdagen feriados
summer sommer ete verano estate zomer verao
winter hiver invierno inverno
spring fruhling fruhjahr printemps primavera
autumn herbst automne otono autunno herfst outono
morning morgens vormittag matin manana mattina ochtend
evening abends soir tarde-noche sera avond
international ausland abroad overseas internacional internazionale internationaal worldwide weltweit
domestic inland nacional nazionale binnenland
island islands insel inseln iles islas isole eilanden
eu
phone telephone telefon telefonisch telefono telefone telefoon telephonique
email mail mails emails correo
chat livechat
letter brief post postalisch courrier carta lettera
fax
whatscard creditcard kreditkarte carte tarjeta carta-di-credito creditcards cartao
paypal
klarna
cash bar barzahlung especes efectivo contanti contant dinheiro
transfer uberweisung bankuberweisung virement transferencia bonifico overschrijving
prepayment vorkasse
directdebit lastschrift sepa prelevement domiciliacion addebito
bulky sperrgut sperrige encombrant voluminoso
furniture mobel meubles muebles mobili meubels
freight spedition fracht
used gebraucht gebrauchte gebrauchten occasion usado usato refurbished generaluberholt
hygiene
food lebensmittel
first erste ersten erstbestellung premier premiere primero primer primo prima eerste primeiro
second zweite zweiten deuxieme segundo secondo tweede
third dritte dritten troisieme tercero terzo derde
additional zusatzlich zusatzliche weitere weiterer weiteren weiteres extra supplementaire adicional aggiuntivo extra-
electronics elektronik
clothing kleidung bekleidung
software
hardware
mobile mobil
desktop
internal intern
emergency notfall notfalle urgence urgencia emergenza spoed noodgeval
urgent dringend dringende
single einzelzimmer einzelne individuelle individual singola
double doppelzimmer doble doppia
group gruppe gruppen groupe groupes grupo grupos gruppo gruppi groep groepen
sandbox
production produktiv
admin administrator administrators`

const categories = new Map<string, string>()
for (const line of lines.split('\n')) {
  const words = line.split(' ')
  for (const word of words) categories.set(word, `=${words[0]}`)
}

const regionCodes =
  'AD AE AL AR AT AU BA BE BG BO BR CA CH CL CN CO CR CU CY CZ DE DK DO EC EE EG ES FI FR GB GE GR GT HK HR HU ID IE IL IN IS IT JP KE KR LI LT LU LV MA MC MD ME MK MT MX MY NG NL NO NZ PA PE PH PL PT PY RO RS RU SA SE SG SI SK SM TH TN TR TW UA US UY VE VN ZA'

const regions = new Map<string, string>([
  ['uk', '@GB'],
  ['england', '@GB'],
  ['grossbritannien', '@GB'],
  ['usa', '@US'],
  ['europe', '@EU'],
  ['europa', '@EU'],
  ['german', '@DE'],
  ['austrian', '@AT'],
  ['swiss', '@CH'],
  ['french', '@FR'],
])

/** Compares words, therefore names of several words are left to their own words. */
for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']) {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  for (const code of regionCodes.split(' ')) {
    const name = normalize(names.of(code) ?? '')
    if (name && !/\s/.test(name)) regions.set(name, `@${code}`)
  }
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
}

/** The case that a normalized word stands for; null for other words. */
export function findCategory(word: string): string | null {
  return categories.get(word) ?? regions.get(word) ?? regions.get(word.replace(/s$/, '')) ?? null
}

/** The cases that normalized words stand for. */
export function findCategories(words: string[]): Set<string> {
  return new Set(words.flatMap((word) => findCategory(word) ?? []))
}
