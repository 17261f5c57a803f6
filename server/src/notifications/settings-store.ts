import { type NotificationSettings, notificationDefaults } from '@aichat/contracts/company/notifications'
import type { Sql } from '../kit/db/db.ts'

export async function getNotificationSettings(sql: Sql, userId: string): Promise<NotificationSettings> {
  const [row] = await sql<NotificationSettings>`
    select mentions, assigned, needs_person as "needsPerson", quiet_hours as "quietHours"
    from notification_settings where user_id = ${userId}`
  return row ?? notificationDefaults
}

/** Omitted settings keep their value. */
export async function changeNotificationSettings(
  sql: Sql,
  { companyId, userId }: { companyId: string; userId: string },
  change: { [Key in keyof NotificationSettings]?: NotificationSettings[Key] | undefined },
): Promise<NotificationSettings> {
  const before = await getNotificationSettings(sql, userId)
  const {
    mentions = before.mentions,
    assigned = before.assigned,
    needsPerson = before.needsPerson,
    quietHours = before.quietHours,
  } = change
  await sql`
    insert into notification_settings (company_id, user_id, mentions, assigned, needs_person, quiet_hours)
    values (${companyId}, ${userId}, ${mentions}::boolean, ${assigned}::boolean, ${needsPerson}::boolean, ${quietHours && JSON.stringify(quietHours)}::jsonb)
    on conflict (user_id) do update set mentions = excluded.mentions, assigned = excluded.assigned,
      needs_person = excluded.needs_person, quiet_hours = excluded.quiet_hours`
  return { mentions, assigned, needsPerson, quietHours }
}
