import { type AppSecrets, createSigner } from '../kit/security/derived-keys.ts'

const purpose = 'invitation-mail'

/**
 * The token of an invitation, as it is in the link of the mail. The proof after it is not in the link that the inviting member
 * can copy, so it shows that the invited person received the mail.
 */
export function addMailProof(secrets: AppSecrets, token: string): string {
  return `${token}.${createSigner(secrets, purpose).sign(token)}`
}

export function parseInvitationToken(
  secrets: AppSecrets,
  presented: string,
): { token: string; isMailed: boolean } {
  const [token = '', proof = ''] = presented.split('.')
  return { token, isMailed: createSigner(secrets, purpose).verify(token, proof) }
}
