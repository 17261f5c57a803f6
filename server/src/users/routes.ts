import { userRoutes } from '@aichat/contracts/company/users'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { getCompany } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { afterCommit, serve, withoutTransaction } from '../kit/http/serve.ts'
import { changeMember, endChangedAccess, removeMember } from './change-member.ts'
import { requireUser } from './guard.ts'
import { invite } from './invite.ts'
import { findUser, listTeam, type Member, renameUser } from './store.ts'

type Dependencies = Pick<
  App,
  'callers' | 'clock' | 'db' | 'limits' | 'mail' | 'presence' | 'realtime' | 'settings'
>

export function mountUsers(http: Http, app: Dependencies): void {
  const { presence, callers } = app

  async function withPresence(members: Member[]) {
    const present = await presence.arePresent(members.map((member) => userPresenceKey(member.id)))
    return members.map((member, index) => ({ ...member, online: present[index] ?? false }))
  }

  async function seen(member: Member) {
    const [user] = await withPresence([member])
    return user ?? notFound()
  }

  serve(http, userRoutes, { userId: requireUser })({
    me: ({ sql, caller }) => getAccount(sql, caller.userId),

    updateMe: async ({ sql, actor, caller: { userId }, body }) => {
      const before = (await findUser(sql, userId)) ?? notFound()
      await renameUser(sql, userId, body.name)
      const [from, to] = [before.name, body.name]
      const subject = { kind: 'user' as const, id: userId, name: to, from, to }
      if (from !== to) await recordAuditEvent(sql, actor, 'name_changed', subject)
      const account = await getAccount(sql, userId)
      return afterCommit(() => {
        callers.invalidate(userId)
        return account
      })
    },

    list: async ({ sql }) => {
      const members = await listTeam(sql)
      return afterCommit(async () => ({ users: await withPresence(members) }))
    },

    invite: withoutTransaction(async ({ actor, body }) => {
      const { member, inviteUrl } = await invite(app, actor, body)
      return { user: await seen(member), inviteUrl, canMail: app.mail.isConfigured }
    }),

    update: async ({ sql, actor, user, body }) => {
      const change = await changeMember(sql, actor, user.id, body)
      return afterCommit(async () => {
        endChangedAccess(app, change)
        return { user: await seen(change.after) }
      })
    },

    remove: withoutTransaction(async ({ actor, user }) => {
      await removeMember(app, actor, user.id)
      return null
    }),
  })
}

async function getAccount(sql: Sql, userId: string) {
  const user = (await findUser(sql, userId)) ?? notFound()
  return { user, company: await getCompany(sql) }
}

export function userPresenceKey(userId: string): string {
  return `user:${userId}`
}
