import { authSentences } from '@aichat/contracts/auth'
import { type Role, roleCan } from '@aichat/contracts/permissions'
import { invitationDays, userSentences } from '@aichat/contracts/users'
import type { App } from '../app.ts'
import { type Actor, recordAuditEvent } from '../audit/store.ts'
import { getCompany } from '../companies/store.ts'
import { newId } from '../kit/db/ids.ts'
import { refuse } from '../kit/http/refusal.ts'
import { hashToken, newOpaqueToken } from '../kit/security/tokens.ts'
import { findLogin, type Member, upsertInvitation } from './store.ts'

type Invited = { email: string; name?: string; role: Role }

/** Invites a team member or renews their link. Only an Owner can invite an Owner. */
export async function invite(
  app: App,
  actor: Actor & { role: Role },
  { email, name = '', role }: Invited,
): Promise<{ member: Member; inviteUrl: string }> {
  const canManageOwners = roleCan(actor.role, 'owners.manage')
  if (role === 'Owner' && !canManageOwners) refuse(403, userSentences.ownersOnly, 'role')
  await app.limits.consume('invitation', actor.companyId)
  if (await app.db.lookup((sql) => findLogin(sql, email))) refuse(409, authSentences.emailTaken, 'email')
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
  const inviteUrl = `${app.settings.publicUrl}/invitations/${token}`
  if (app.mail.isConfigured) app.mail.send(invitationEmail(email, actor.name, company.name, inviteUrl))
  return { member, inviteUrl }
}

function invitationEmail(to: string, inviter: string, company: string, link: string) {
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
