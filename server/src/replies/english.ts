/** English vocabulary for analyzing questions, in lower case and without accents. */

/** Words that form a question and carry no topic. */
export const questionWords = parseWords(`
  able allow allowed available all everything havent hasnt isnt arent wasnt im already also always any anybody anyone anything anyway because been believe but cant could couldnt
  dear did didnt does doesnt dont else even ever every everyone exactly exist exists explain first get gets getting give
  gives go goes going got guess guys happen happens hello help hey hi id ill im info information interested ive just know
  let lets like likes long looking lot made make makes making many may maybe me might mine much must need needed needs
  next often ok okay one ones onto or ought per perhaps please pls plz possible possibly question quick quickly rather
  really right say see seem shall should show since so some somebody someone something sort still stuff such sure take taken taking took
  takes tell than thank thanks that thats there theres thing things think though thx together told too try trying type
  u until up ur us use used using usually want wanted wants was way ways well were what whatever whats when whenever
  wheres whether whos why will wish without wondering would wouldnt  yes yet your youre yours kind
`)

/** General words that get a low weight. */
export const vagueWords = parseWords(`
  add after again amount value sum forgot around back bad be become before begin best better big both business  call care check client come
  company concern contain correct current  day days different do done down during each  enough fine follow
   go good great guy half hand hard have hold   include item items  large   later leave left
  less little look main matter mean mine minute minutes moment month months more most name new nice now number of 
  old on only   other own part   place point problem   put quite reason run same
  send service services set  short side simple small soon start state stay stop  such  system team then
  thing time times today tomorrow tonight total turn two under very  wait   whole work works wrong year
  years yesterday accept  
`)

/** Replaces phrases by the single words that documents use. */
export const phraseReplacements: [RegExp, string][] = [
  [/\bmoney back\b/g, 'refund'],
  [/\bget rid of\b/g, 'unsubscribe remove'],
  [/\b(?:send|give|bring|ship)(?:ing)? (?:\w+ )?back\b/g, 'return'],
  [/\bpick(?:ing)? up\b/g, 'collect'],
  [/\bhow (?:heavy|much does \w+ weigh)\b/g, 'weight'],
  [/\bhow (?:tall|high)\b/g, 'height'],
  [/\bhow warm\b/g, 'degrees'],
  [/\bhow (?:fast|quick(?:ly)?)\b/g, 'how long'],
  [/\bsign(?:ing|ed)? up\b/g, 'signup'],
  [/\blog(?:ging|ged)? ?in\b/g, 'signin'],
  [/\b(?:run|runs|ran) out\b/g, 'expire'],
  [/\b2fa\b/g, 'two factor'],
  [/\bsso\b/g, 'single sign on'],
  [/\bfor free\b/g, 'free of charge'],
  [/\bnon profits?\b/g, 'nonprofit'],
  [/\bby accident\b/g, 'undo'],
]

/** Synonyms, one group per line. A word may belong to several groups. */
export const synonymGroups: string[][] = `
  cost costs price priced fee charge charged expensive pay euros dollars bill
  pay paying paid payment payments settle
  shipping ship ships shipped delivery deliver delivers delivered postage send sent dispatch dispatched arrive arrives
  parcel parcels package packages shipment
  refund refunded reimburse reimbursement
  return returning returned returns
  exchange exchanging swap swapping replace replacement
  broken damaged damage defective faulty defect
  repair repairs repairing fix mend
  warranty guarantee guaranteed
  discount discounts rebate reduction reduced percent off
  voucher vouchers coupon coupons promo
  invoice invoices bill bills receipt
  cancel cancelling cancelled cancellation terminate quit
  change changing changed edit edited modify alter correct mistake
  delete deleting deleted remove removed erase close
  unsubscribe unsubscribing
  account profile
  password passwords passcode
  forgot forgotten forget
  phone telephone call
  contact reach
  address located location situated directions
  wear worn wearing
  bring brought
  keep kept
  come came
  forget forgot forgotten
  lose lost losing
  break broke broken
  buy bought
  speak spoke spoken
  choose chose chosen
  write wrote written
  reorder reordering repeat renew refill
  elevator lift
  park parking garage
  wheelchair disabled accessible steps
  dog dogs pet pets animal animals
  kid kids child children
  doctor doctors physician gp
  medicine medicines medication prescription prescriptions drugs
  shot shots vaccine vaccines vaccination vaccinations vaccinate jab immunisation
  appointment appointments booking
  book booking reserve
  miss missed cancel
  emergency emergencies urgent
  night outside evening
  weekend weekends saturday saturdays sunday sundays
  physio physiotherapy
  result results findings
  certificate certificates attestation
  record records
  copy copies
  female women woman lady
  male men man
  smoking smoke quit
  complain complaint complaints feedback
  apprentice apprenticeship apprentices trainee
  job jobs vacancy vacancies career positions
  eat eating food meal
  drink drinks coffee tea beverage
  wife husband spouse partner family relatives
  wash washing clean cleaned cleaning laundry
  weight weigh weighs heavy kilograms grams
  height tall metres centimetres
  bag bags backpack rucksack
  bike bikes bicycle bicycles
  zip zips zipper zippers
  waterproof water rain
  cold warm degrees temperature
  size sizes bigger larger
  rent renting rented rental hire
  expire expires expired
  valid validity
  newsletter newsletters mailing
  plastic packaging
  club clubs association
  biggest largest maximum max most limit
  colleague colleagues coworker coworkers teammate member members
  invite invites invited inviting invitation invitations
  role roles permission permissions
  browser browsers firefox chrome safari edge
  phone mobile smartphone
  storage space
  upload uploading attach attachment attachments
  recover restore restored recovered undo undone back
  archive archived archiving
  notification notifications notify notified alert alerts
  mute muted silence quiet
  shortcut shortcuts hotkey press key
  recurring repeat repeats weekly daily monthly every
  report reports
  scan scanning photograph photo picture
  expense expenses receipt
  trial try trying
  subscription plan plans membership
  upgrade upgrading
  downgrade downgrading
  nonprofit charity organisations
  export exporting download
  backup backups
  stored store stores data
  saml sso
  factor authenticator
  white blank empty
  locked lock blocked
  offline connection internet
  language languages
  currency currencies
  client clients customer
  live living
  interpreter interpreters translator
  wifi wlan
  mask masks
  europe european
  insurance insured insurer
  instalment instalments installments
  swiss switzerland
  order ordering ordered purchase buy
  guest account
  confirmation confirm
  tracking track
  home house
  customs duties duty
  picture image
  bitcoin crypto
  desktop windows mac linux
  code codes
  address addresses
  dog lead leash
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))

const figure = String.raw`\d[\d.,]*`
const money = new RegExp(
  `(?:${figure}\\s*(?:euros?|dollars?|pounds?|francs?|€|\\$|£|percent|%|eur|usd))|[€$£]\\s*${figure}|\\bfree\\b|no cost`,
  'i',
)
const duration = new RegExp(
  `(?:${figure}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|an?)[ -]*(?:to ${figure} )?(?:working )?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|quarters?)|\\buntil\\b`,
  'i',
)
const time = new RegExp(
  `${duration.source}|\\b\\d{1,2}(?:[.:]\\d\\d)? ?[ap]m\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\b(?:january|february|march|april|june|july|august|september|october|november|december)\\b|as soon as|at once|\\bwhen\\b|\\bafter\\b|\\bin the (?:morning|evening)\\b`,
  'i',
)
const quantity =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|unlimited|only one|no limit|any number)\b/i

/** Questions that ask for a kind of value, with the pattern that their answer must match. */
export const answerKinds: { asks: RegExp; answers: RegExp; words: string[] }[] = [
  {
    asks: /\bhow much\b|\bcosts?\b|\bprices?\b|\bfees?\b|\bexpensive\b|\bcharge\b/,
    answers: money,
    words: ['cost', 'price', 'much', 'fee'],
  },
  { asks: /\bhow (?:long|soon|often)\b/, answers: duration, words: [] },
  { asks: /\bwhen\b|\bwhat time\b|\bhours\b/, answers: time, words: [] },
  { asks: /\bhow many\b|\bmax(?:imum)?\b|\b(?:biggest|largest)\b/, answers: quantity, words: [] },
]

function parseWords(words: string): Set<string> {
  return new Set(words.trim().split(/\s+/))
}
