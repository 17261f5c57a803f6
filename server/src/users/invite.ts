import { authSentences } from '@aichat/contracts/company/auth'
import { type Role, roleCan } from '@aichat/contracts/company/permissions'
import { invitationDays, userRateLimits, userSentences } from '@aichat/contracts/company/users'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany } from '../companies/store.ts'
import { newId } from '../kit/db/ids.ts'
import type { Actor } from '../kit/http/caller.ts'
import { refuse } from '../kit/http/refusal.ts'
import { nameInMail } from '../kit/mail/name-in-mail.ts'
import { hashToken, newOpaqueToken } from '../kit/security/tokens.ts'
import { addMailProof } from './invitation-proof.ts'
import { findLogin, type Member, normalizeEmail, upsertInvitation } from './store.ts'

type Invited = { email: string; name?: string; role: Role }

/** Invites a team member or renews their link. Only an Owner can invite an Owner. */
export async function invite(
  app: Pick<App, 'clock' | 'db' | 'limits' | 'mail' | 'settings'>,
  actor: Actor & { role: Role },
  { email, name = '', role }: Invited,
): Promise<{ member: Member; inviteUrl: string }> {
  const canManageOwners = roleCan(actor.role, 'owners.manage')
  if (role === 'Owner' && !canManageOwners) refuse(403, userSentences.ownersOnly, 'role')
  if (app.settings.signup === 'closed') refuse(403, authSentences.signupClosed)
  const existing = await app.db.lookup((sql) => findLogin(sql, email))
  if (existing?.companyId === actor.companyId) refuse(409, authSentences.emailTaken, 'email')
  const token = newOpaqueToken('invitation')
  const invitation = {
    id: newId(),
    companyId: actor.companyId,
    email,
    name,
    role,
    tokenHash: hashToken(token),
    expiresAt: new Date(app.clock.now() + invitationDays * 86_400_000),
  }
  const { member, company } = await app.db.company(actor.companyId, async (sql) => {
    const member =
      (await upsertInvitation(sql, invitation, canManageOwners)) ??
      refuse(403, userSentences.ownersOnly, 'email')
    const subject = {
      kind: 'user' as const,
      id: member.id,
      name: member.name || member.email,
      to: member.role,
    }
    await recordAuditEvent(sql, actor, 'invited', subject)
    return { member, company: await getCompany(sql) }
  })
  const { publicUrl, verifiesEmail } = app.settings
  const inviteUrl = `${publicUrl}/invitations/${token}`
  const mailedUrl = `${publicUrl}/invitations/${verifiesEmail ? addMailProof(app.settings, token) : token}`
  const names = { inviter: nameInMail(actor.name), company: nameInMail(company.name) }
  if (
    app.mail.isConfigured &&
    (await app.limits.tryConsume(userRateLimits.invitationMail, normalizeEmail(email)))
  ) {
    // The response is the same for both: it does not reveal that another company has a user with this address.
    app.mail.send(existing ? otherCompanyMail(email, names) : invitationMail(email, names, mailedUrl))
  }
  return { member, inviteUrl }
}

type Names = { inviter: string; company: string }

function otherCompanyMail(to: string, { inviter, company }: Names) {
  return {
    to,
    subject: `Join ${company} on AI Chat Platform`,
    text: [
      `${inviter} invited you to join ${company} on AI Chat Platform.`,
      'This email address already has an account in another company, and an address can belong to one company only. To join, ask for an invitation to another address of yours.',
      'If you did not expect this invitation, you can ignore this email. Your account stays the same.',
    ].join('\n\n'),
  }
}

function invitationMail(to: string, { inviter, company }: Names, link: string) {
  return {
    to,
    subject: `Join ${company} on AI Chat Platform`,
    text: [
      `${inviter} invited you to join ${company} on AI Chat Platform.`,
      `Choose a password to join. The link can be used once and expires in ${invitationDays} days:`,
      link,
      'If you did not expect this invitation, you can ignore this email.',
    ].join('\n\n'),
  }
}
