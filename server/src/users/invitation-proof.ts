import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * The token of an invitation, as it is in the link of the mail. The proof after it is not in the link that the inviting member
 * can copy, so it shows that the invited person received the mail.
 */
export function addMailProof(appSecret: string, token: string): string {
  return `${token}.${proveMail(appSecret, token)}`
}

export function parseInvitationToken(
  appSecret: string,
  presented: string,
): { token: string; isMailed: boolean } {
  const [token = '', proof = ''] = presented.split('.')
  const expected = proveMail(appSecret, token)
  const isMailed =
    proof.length === expected.length && timingSafeEqual(Buffer.from(proof), Buffer.from(expected))
  return { token, isMailed }
}

function proveMail(appSecret: string, token: string): string {
  const key = new Uint8Array(hkdfSync('sha256', appSecret, 'aichat', 'invitation-mail', 32))
  return createHmac('sha256', key).update(token).digest('base64url')
}
