/**
 * Replaces card numbers, national ids and passwords in messages, before they leave the installation or are shown in
 * reports. A number counts only when its check digits are right or its name stands before it, so that order numbers stay.
 */
export function maskSecrets(text: string): string {
  return text
    .replace(password, (_, label: string) => `${label}[password]`)
    .replace(digitGroups, maskCardNumbers)
    .replace(labeledId, (_, label: string) => `${label}[ID number]`)
    .replace(idCandidate, (found) => (isNationalId(found) ? '[ID number]' : found))
}

/** "my password is …", "Passwort: …", in the languages of the chat. */
const password =
  /((?<!\p{L})(?:password|passwort|kennwort|passcode|pass ?phrase|pin(?: code)?|contraseña|clave|mot de passe|parola d'ordine|senha|palavra-passe|wachtwoord|hasło|şifre|пароль)\s{0,3}(?:ist|is|was|lautet|es|est|è|é|:|=|->)+\s{0,3})["“„']?[^\s"”“']{3,64}/giu

const digitGroups = /(?<![\p{L}\p{N}])\d+(?:[\s.\p{Pd}]{1,2}\d+)*(?![\p{L}\p{N}])/gu
const maxCardDigits = 19

/** A card number may be followed by further groups, such as its expiry date or security code. */
function maskCardNumbers(found: string): string {
  // Groups of digits at even places, the separators between them at odd ones.
  const parts = found.split(/(\D+)/)
  let masked = ''
  for (let from = 0; from < parts.length; from++) {
    const end = from % 2 === 0 ? findCardEnd(parts, from) : null
    masked += end === null ? parts[from] : '[card number]'
    from = end ?? from
  }
  return masked
}

/** The last of the groups from `from` on that together are the longest card number; null if there is none. */
function findCardEnd(parts: string[], from: number): number | null {
  let digits = ''
  let end: number | null = null
  for (let index = from; index < parts.length && digits.length < maxCardDigits; index += 2) {
    digits += parts[index]
    if (/^[2-6]/.test(digits) && isCardNumber(digits)) end = index
  }
  return end
}

/** With the check digit of ISO/IEC 7812 (Luhn). */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits.length >= 13 && digits.length <= maxCardDigits && sum % 10 === 0
}

/** Ids of digits only, whose check digits many other numbers have too, count when they are named. */
const labeledId =
  /((?<!\p{L})(?:ssn|social security(?: number| no\.?)?|bsn|burgerservicenummer|nif|steuer-?id(?:entifikationsnummer)?|tax id|personal ?ausweis(?:nummer)?|passport(?: number| no\.?)?|reisepass(?:nummer)?|national id(?: number)?|id card(?: number)?|ahv|cpf|nhs number|personnummer|pesel)\s{0,3}(?:ist|is|est|es|è|é|:|=|nr\.?|no\.?|#)?\s{0,3})(?:[a-z]{1,3}[ .-]?)?\d(?:[ .-]?\d){4,14}[a-z]?(?![\p{L}\d])/giu

const idCandidate =
  /(?<![\p{L}\p{N}])(?:\d{3}-\d{2}-\d{4}|\d{8}-?[A-Za-z]|[XYZxyz]-?\d{7}-?[A-Za-z]|[12] ?\d{2} ?\d{2} ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}|[A-Za-z]{6}\d{2}[A-Za-z]\d{2}[A-Za-z]\d{3}[A-Za-z]|\d{3}\.\d{3}\.\d{3}-\d{2}|[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]|756\.\d{4}\.\d{4}\.\d{2})(?![\p{L}\p{N}])/gu

function isNationalId(found: string): boolean {
  const compact = found.replace(/[ -]/g, '').toUpperCase()
  const spanish = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(compact)
  if (spanish) return isSpanishId(spanish[1] ?? '', spanish[2] ?? '', spanish[3] ?? '')
  const french = /^([12]\d{4}\d[\dAB]\d{6})(\d{2})$/.exec(compact)
  if (french) return isFrenchId(french[1] ?? '', Number(french[2]))
  return true
}

function isSpanishId(prefix: string, digits: string, letter: string): boolean {
  const number = Number(`${prefix === '' ? '' : 'XYZ'.indexOf(prefix)}${digits}`)
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === letter
}

function isFrenchId(digits: string, key: number): boolean {
  const number = digits.replace('2A', '19').replace('2B', '18')
  return 97n - (BigInt(number) % 97n) === BigInt(key)
}

const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** With a country code or an area code. A date or an order number has neither. */
const phoneNumber = /(?<![\p{L}\p{N}])(?:\+|00|0|\(0)\d{1,4}\)?(?:[ ./-]?\d){6,11}(?![\p{L}\p{N}])/gu

/** Replaces secrets, email addresses and phone numbers of visitors, whose questions the team reads without their names. */
export function maskPersonalData(text: string): string {
  return maskSecrets(text).replace(email, '[email]').replace(phoneNumber, '[phone number]')
}
