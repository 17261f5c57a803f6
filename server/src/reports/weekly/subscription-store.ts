import { weeklyReportHour } from '@aichat/contracts/company/report-subscriptions'
import part, { type Sql as Statement } from 'sql-template-tag'
import type { Sql } from '../../kit/db/db.ts'

export type Subscription = { companyId: string; userId: string }

/** Runs in the lookup scope. `now` is an ISO time, as below. */
export function listDueSubscriptions(sql: Sql, now: string, limit: number): Promise<Subscription[]> {
  return sql`
    select company_id as "companyId", user_id as "userId" from report_subscriptions
    where next_at <= ${now}::timestamptz order by next_at limit ${limit}`
}

/** The first Monday at the hour of the report after `now`, in the time zone of the company `c`. */
function nextMonday(now: string): Statement {
  const hour = part`${weeklyReportHour} * interval '1 hour'`
  return part`(date_trunc('week', (${now}::timestamptz at time zone c.time_zone) - ${hour}) + interval '7 days' + ${hour}) at time zone c.time_zone`
}

/** When the next report is due. Null without a subscription. */
export async function findNextReport(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ nextAt: string }>`
    select next_at as "nextAt" from report_subscriptions where user_id = ${userId}`
  return row?.nextAt ?? null
}

export async function addSubscription(
  sql: Sql,
  { companyId, userId }: Subscription,
  now: string,
): Promise<void> {
  await sql`
    insert into report_subscriptions (company_id, user_id, next_at)
    select ${companyId}, ${userId}, ${nextMonday(now)} from companies c on conflict (user_id) do nothing`
}

export async function deleteSubscription(sql: Sql, userId: string): Promise<void> {
  await sql`delete from report_subscriptions where user_id = ${userId}`
}

/**
 * Claims a report that is due, so that no other process sends it. False when one has. Unless it is sent, the next attempt follows after ten
 * minutes, and twice as long with each further one, at the latest with the report of the next week.
 */
export async function claimReport(sql: Sql, userId: string, now: string): Promise<boolean> {
  const rows = await sql`
    update report_subscriptions s set attempts = s.attempts + 1,
      next_at = least(${now}::timestamptz + interval '10 minutes' * 2 ^ least(s.attempts, 10), ${nextMonday(now)})
    from companies c where s.user_id = ${userId} and s.next_at <= ${now}::timestamptz returning 1`
  return rows.length > 0
}

export async function completeReport(sql: Sql, userId: string, now: string): Promise<void> {
  await sql`
    update report_subscriptions s set attempts = 0, next_at = ${nextMonday(now)} from companies c where s.user_id = ${userId}`
}

export type Recipient = { email: string; companyName: string; isActive: boolean; isSubscribed: boolean }

/** Null for a user who has been removed. */
export async function findRecipient(sql: Sql, userId: string): Promise<Recipient | null> {
  const [row] = await sql<Recipient>`
    select u.email, c.name as "companyName", u.status = 'active' as "isActive",
      exists (select from report_subscriptions s where s.user_id = u.id) as "isSubscribed"
    from users u, companies c where u.id = ${userId}`
  return row ?? null
}

/** The last week that is over in the time zone of the company, from Monday to Sunday. */
export async function findLastWeek(sql: Sql, now: string): Promise<{ from: string; to: string }> {
  const [week] = await sql<{ from: string; to: string }>`
    select (w.monday - 7)::text as "from", (w.monday - 1)::text as "to"
    from (select date_trunc('week', ${now}::timestamptz at time zone c.time_zone)::date as monday from companies c) w`
  if (!week) throw new Error('A transaction has exactly one company')
  return week
}
