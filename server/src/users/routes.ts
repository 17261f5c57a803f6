import { userRoutes } from '@aichat/contracts/users'
import type { App } from '../app.ts'
import { companyOf } from '../companies/store.ts'
import { notFound } from '../kit/errors.ts'
import { type Http, serve } from '../kit/http.ts'
import { findUser, listTeam } from './store.ts'

export function mountUsers(http: Http, { db, presence }: App): void {
  serve(
    http,
    userRoutes,
  )({
    me: ({ caller }) =>
      db.company(caller.companyId, async (sql) => {
        const user = (await findUser(sql, caller.userId)) ?? notFound()
        return { user, company: await companyOf(sql) }
      }),

    list: async ({ caller }) => {
      const team = await db.company(caller.companyId, listTeam)
      const present = await presence.present(team.map((member) => userPresence(member.id)))
      return { users: team.map((member, index) => ({ ...member, online: present[index] ?? false })) }
    },
  })
}

export function userPresence(userId: string): string {
  return `user:${userId}`
}
