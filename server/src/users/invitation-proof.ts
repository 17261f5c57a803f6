import { type AppSecrets, createSigner } from '../kit/security/derived-keys.ts'

const purpose = 'invitation-mail'

/**
 * The token of an invitation and its proof, as the mailed link contains them. The link that the inviting member can copy has no
 * proof, so the proof shows that the invited person received the mail.
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
