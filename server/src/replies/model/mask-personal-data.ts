import { maskSecrets } from './mask-secrets.ts'

const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** With a country code or an area code. A date or an order number has neither. */
const phoneNumber = /(?<![\p{L}\p{N}])(?:\+|00|0|\(0)\d{1,4}\)?(?:[ ./-]?\d){6,11}(?![\p{L}\p{N}])/gu

/** Replaces secrets, email addresses and phone numbers of visitors, whose questions the team reads without their names. */
export function maskPersonalData(text: string): string {
  return maskSecrets(text).replace(email, '[email]').replace(phoneNumber, '[phone number]')
}
