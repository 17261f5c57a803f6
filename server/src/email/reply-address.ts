import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../app.ts'
import { type AppSecrets, deriveKeys } from '../kit/security/derived-keys.ts'

const purpose = 'email-reply-address'
const idBytes = 16
const macBytes = 10
/** 26 bytes in base32: upper and lower case are the same, as mail servers may change the case of addresses. */
const tokenPattern = /[a-z2-7]{42}(?=@)/g
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * The address that leads a reply to this conversation. Its token is signed, so that a number that was guessed or changed leads to
 * none.
 */
export function createReplyAddress(
  settings: Pick<App['settings'], 'inbound'> & AppSecrets,
  sessionId: string,
): string | null {
  if (!settings.inbound) return null
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  const token = encodeBase32(Buffer.concat([id, sign(deriveKeys(settings, purpose)[0], id)]))
  const [local = '', domain = ''] = settings.inbound.replyAddress.split('@')
  return local === '*' ? `${token}@${domain}` : `${local}+${token}@${domain}`
}

/** The ids of conversations whose reply addresses are in the text, such as that of a header. */
export function findReplyTokens(secrets: AppSecrets, text: string): string[] {
  const keys = deriveKeys(secrets, purpose)
  const found = [...text.toLowerCase().matchAll(tokenPattern)].flatMap(([token]) => {
    const bytes = decodeBase32(token)
    const id = bytes.subarray(0, idBytes)
    const mac = bytes.subarray(idBytes)
    // The last letter has two unused bits.
    const isCanonical = encodeBase32(bytes) === token
    return isCanonical && keys.some((key) => timingSafeEqual(sign(key, id), mac)) ? [toUuid(id)] : []
  })
  return [...new Set(found)]
}

function sign(key: Uint8Array, id: Buffer): Buffer {
  return createHmac('sha256', key).update(id).digest().subarray(0, macBytes)
}

function toUuid(id: Buffer): string {
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2))
  return Buffer.from(bytes)
}
