const link =
  /\b(?:https?:\/\/|www\.|mailto:)[^\s<>()[\]"']+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|(?<![\w@.])(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?:\/[^\s<>()[\]"']*)?(?![\w@])/gi
const phoneLink = /\btel:([+\d][\d ().-]{2,30}\d)/gi

/** Links without fragment, with phone links as digits. `rest` is the text without them. */
export function extractLinks(text: string): { found: Set<string>; phones: string[]; rest: string } {
  const found = new Set<string>()
  const phones: string[] = []
  const rest = text
    .replace(phoneLink, (_, number: string) => {
      phones.push(toPhoneDigits(number))
      return ' '
    })
    .replace(link, (matched) => {
      if (isName(matched)) return ' '
      found.add(normalizeLink(matched))
      return ' '
    })
  return { found, phones, rest }
}

/** Names and file names with a dot: "Node.js", "invoice.pdf". */
const nameEndings = new Set(
  'js ts jsx tsx mjs json xml html htm css php pdf doc docx xls xlsx csv txt zip png jpg jpeg gif svg mp3 mp4 exe dmg yml yaml g e a b'.split(
    ' ',
  ),
)
const names = new Set([
  'asp.net',
  'ado.net',
  'vb.net',
  'socket.io',
  'booking.com',
  'z.b',
  'u.a',
  'd.h',
  'e.g',
  'i.e',
  'p.ej',
])

function isName(text: string): boolean {
  const labels = text.toLowerCase().split('.')
  return labels.length === 2 && !text.includes('/') && !text.includes('@')
    ? nameEndings.has(labels[1] ?? '') || names.has(labels.join('.'))
    : false
}

function normalizeLink(found: string): string {
  return found
    .toLowerCase()
    .replace(/#.*$/, '')
    .replace(/^(?:https?:\/\/|mailto:)/, '')
    .replace(/^www\./, '')
    .replace(/(?<![.,;:!?/*_])[.,;:!?/*_]+$/, '')
}

/** Digits, with a leading + where there is a country code. The optional zero of +44 (0)20 is left out. */
export function toPhoneDigits(text: string): string {
  const trimmed = text.trim()
  const isInternational = /^(?:\+|00)/.test(trimmed)
  const digits = trimmed.replace(/^(\+\d{1,3}|00\d{1,3})\s*\(0\)/, '$1').replace(/\D/g, '')
  return isInternational ? `+${digits.replace(/^00/, '')}` : digits
}
