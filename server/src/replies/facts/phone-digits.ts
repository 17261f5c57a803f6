/** Digits, with a leading + where there is a country code. The optional zero of +44 (0)20 is left out. */
export function toPhoneDigits(text: string): string {
  const trimmed = text.trim()
  const isInternational = /^(?:\+|00)/.test(trimmed)
  const digits = trimmed.replace(/^(\+\d{1,3}|00\d{1,3})\s*\(0\)/, '$1').replace(/\D/g, '')
  return isInternational ? `+${digits.replace(/^00/, '')}` : digits
}
