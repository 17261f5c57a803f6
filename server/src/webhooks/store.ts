import { type Delivery, type Webhook, webhookLimits } from '@aichat/contracts/company/webhooks'
import part, { empty } from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'
import type { Index } from '../kit/db/index-builder.ts'

const columns = part`
  id, url, events, is_enabled as "isEnabled", disabled_reason as problem, failing_since as "failingSince",
  case when previous_secret_expires_at > now() then previous_secret_expires_at end as "oldSecretUntil", created_at as "createdAt",
  (select count(*)::int from webhook_deliveries v where v.webhook_id = webhooks.id and v.status = 'pending')
    as "pendingCount",
  (select min(v.created_at) from webhook_deliveries v where v.webhook_id = webhooks.id and v.status = 'pending')
    as "oldestPendingAt"`

/** Newest first. */
export function listWebhooks(sql: Sql): Promise<Webhook[]> {
  return sql<Webhook>`select ${columns} from webhooks order by created_at desc, id desc`
}

export async function findWebhook(sql: Sql, id: string): Promise<Webhook | null> {
  const [webhook] = await sql<Webhook>`select ${columns} from webhooks where id = ${id}`
  return webhook ?? null
}

type NewWebhook = { id: string; companyId: string; url: string; events: string[]; encryptedSecret: string }

/** Null when the company has reached the limit. */
export async function addWebhook(
  sql: Sql,
  { id, companyId, url, events, encryptedSecret }: NewWebhook,
  maxWebhooks: number,
): Promise<Webhook | null> {
  const [webhook] = await sql<Webhook>`
    insert into webhooks (id, company_id, url, events, encrypted_secret)
    select ${id}, ${companyId}, ${url}, ${events}::text[], ${encryptedSecret}
    where (select count(*) from webhooks) < ${maxWebhooks} returning ${columns}`
  return webhook ?? null
}

/** A new endpoint, or turning the webhook on again, resets its failures. */
export async function updateWebhook(
  sql: Sql,
  id: string,
  { url, events, isEnabled }: Pick<Webhook, 'url' | 'events' | 'isEnabled'>,
): Promise<Webhook | null> {
  const [webhook] = await sql<Webhook>`
    update webhooks set url = ${url}, events = ${events}::text[], is_enabled = ${isEnabled},
      disabled_reason = case when ${isEnabled} then null else disabled_reason end,
      failing_since = case when ${isEnabled} and (url <> ${url} or not is_enabled) then null else failing_since end
    where id = ${id} returning ${columns}`
  return webhook ?? null
}

/** Stops new deliveries, before the existing ones are deleted. */
export async function stopWebhook(sql: Sql, id: string): Promise<void> {
  await sql`update webhooks set is_enabled = false where id = ${id}`
}

/** Deletes some deliveries of a webhook. Returns whether there may be more. */
export async function deleteDeliveries(sql: Sql, webhookId: string, limit: number): Promise<boolean> {
  const deleted = await sql`
    delete from webhook_deliveries where id = any(array(
      select id from webhook_deliveries where webhook_id = ${webhookId} limit ${limit}))
    returning id`
  return deleted.length === limit
}

export async function deleteWebhook(sql: Sql, id: string): Promise<void> {
  await sql`delete from webhooks where id = ${id}`
}

/** The previous secret stays valid for a while. An older one is discarded. */
export async function replaceSecret(sql: Sql, id: string, encryptedSecret: string): Promise<Webhook | null> {
  const [webhook] = await sql<Webhook>`
    update webhooks set previous_encrypted_secret = encrypted_secret, encrypted_secret = ${encryptedSecret},
      previous_secret_expires_at = now() + make_interval(hours => ${webhookLimits.previousSecretHours})
    where id = ${id} returning ${columns}`
  return webhook ?? null
}

const deliveryColumns = part`
  v.id, v.event_id as "eventId", e.type, v.status, v.attempts, v.attempted_at as "attemptedAt",
  case when v.status = 'pending' then v.next_attempt_at end as "nextAttemptAt", v.response_code as "responseCode",
  v.response_text as "responseText", v.error, v.created_at as "createdAt"`

const deliveryTables = part`webhook_deliveries v join webhook_events e on e.id = v.event_id`

type DeliveryQuery = { limit: number; after: string | null }

/** Newest first. `after` is the id of the last delivery of the previous page. */
export function listDeliveries(
  sql: Sql,
  webhookId: string,
  { limit, after }: DeliveryQuery,
): Promise<Delivery[]> {
  return sql<Delivery>`
    select ${deliveryColumns} from ${deliveryTables} where v.webhook_id = ${webhookId}
      ${
        after
          ? part`and (v.created_at, v.id) < (select created_at, id from webhook_deliveries where id = ${after})`
          : empty
      }
    order by v.created_at desc, v.id desc limit ${limit}`
}

export async function findDelivery(sql: Sql, webhookId: string, id: string): Promise<Delivery | null> {
  const [delivery] = await sql<Delivery>`
    select ${deliveryColumns} from ${deliveryTables} where v.webhook_id = ${webhookId} and v.id = ${id}`
  return delivery ?? null
}

type Scope = { companyId: string; webhookId: string }

export async function addEvent(
  sql: Sql,
  companyId: string,
  { id, type, data }: { id: string; type: string; data: object },
): Promise<void> {
  await sql`
    insert into webhook_events (id, company_id, type, data)
    values (${id}, ${companyId}, ${type}, ${JSON.stringify(data)}::jsonb)`
}

export async function addDelivery(
  sql: Sql,
  { companyId, webhookId }: Scope,
  { id, eventId }: { id: string; eventId: string },
): Promise<void> {
  await sql`
    insert into webhook_deliveries (id, company_id, webhook_id, event_id)
    values (${id}, ${companyId}, ${webhookId}, ${eventId})`
}

/** Finds the next deliveries of a webhook without reading its backlog. Built in the background, because the log is large. */
export const deliveryQueueIndex: Index = {
  name: 'webhook_deliveries_queue',
  definition: `webhook_deliveries (webhook_id, next_attempt_at, id) WHERE status = 'pending'`,
}

/**
 * Runs in the lookup scope: the oldest due deliveries of each webhook, without those in progress. A webhook that is failing
 * gets one at a time.
 */
export function listDueDeliveries(
  sql: Sql,
  perWebhook: number,
  limit: number,
): Promise<{ id: string; companyId: string }[]> {
  return sql`
    with recursive pending as (
      (select webhook_id from webhook_deliveries where status = 'pending' order by webhook_id limit 1)
      union all
      select (
        select d.webhook_id from webhook_deliveries d
        where d.status = 'pending' and d.webhook_id > p.webhook_id order by d.webhook_id limit 1
      ) from pending p where p.webhook_id is not null
    )
    select d.id, d.company_id as "companyId" from pending p join webhooks w on w.id = p.webhook_id
    cross join lateral (
      select id, company_id, claimed_until, next_attempt_at from webhook_deliveries
      where webhook_id = p.webhook_id and status = 'pending' and next_attempt_at <= now()
      order by next_attempt_at, id limit case when w.failing_since is null then ${perWebhook}::int else 1 end
    ) d
    where d.claimed_until is null or d.claimed_until <= now()
    order by d.next_attempt_at limit ${limit}`
}

/** Runs in the lookup scope: the number of due deliveries, and how long the oldest one has been due. */
export async function measureBacklog(sql: Sql): Promise<{ count: number; oldestSeconds: number }> {
  const [backlog] = await sql<{ count: number; oldestSeconds: number }>`
    select count(*)::int as count,
      coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as "oldestSeconds"
    from webhook_deliveries where status = 'pending' and next_attempt_at <= now()`
  return backlog ?? { count: 0, oldestSeconds: 0 }
}

type ClaimLimits = { concurrency: number; count: number; claimSeconds: number }

/** Claims some of the oldest due deliveries of a webhook, of which no more than `concurrency` are in progress. */
export async function claimNextDeliveries(
  sql: Sql,
  webhookId: string,
  { concurrency, count, claimSeconds }: ClaimLimits,
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    with oldest as materialized (
      select id from webhook_deliveries
      where webhook_id = ${webhookId} and status = 'pending' and next_attempt_at <= now()
      order by next_attempt_at, id limit ${concurrency}
    )
    update webhook_deliveries set claimed_until = now() + make_interval(secs => ${claimSeconds})
    where id in (
      select id from webhook_deliveries
      where id in (select id from oldest) and status = 'pending' and (claimed_until is null or claimed_until <= now())
      order by next_attempt_at, id limit ${count} for update skip locked)
    returning id`
  return rows.map(({ id }) => id)
}

/** False when another process has claimed the delivery. */
export async function claimDelivery(sql: Sql, id: string, seconds: number): Promise<boolean> {
  const rows = await sql`
    update webhook_deliveries set claimed_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and status = 'pending' and next_attempt_at <= now()
      and (claimed_until is null or claimed_until <= now()) returning id`
  return rows.length > 0
}

export type PendingDelivery = {
  webhookId: string
  eventId: string
  type: string
  data: object
  happenedAt: string
  attempts: number
  url: string
  isEnabled: boolean
  encryptedSecrets: string[]
}

/** Null when the delivery is no longer pending. */
export async function findPendingDelivery(sql: Sql, id: string): Promise<PendingDelivery | null> {
  const [sending] = await sql<PendingDelivery>`
    select v.webhook_id as "webhookId", v.event_id as "eventId", e.type, e.data, e.created_at as "happenedAt",
      v.attempts, w.url, w.is_enabled as "isEnabled",
      case when w.previous_secret_expires_at > now() then array[w.encrypted_secret, w.previous_encrypted_secret]
        else array[w.encrypted_secret] end as "encryptedSecrets"
    from webhook_deliveries v join webhook_events e on e.id = v.event_id join webhooks w on w.id = v.webhook_id
    where v.id = ${id} and v.status = 'pending'`
  return sending ?? null
}

export type DeliveryResponse = {
  responseCode: number | null
  responseText: string | null
  error: string | null
}

export async function markDelivered(
  sql: Sql,
  id: string,
  webhookId: string,
  answered: DeliveryResponse,
): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'delivered', attempts = attempts + 1, attempted_at = now(),
      response_code = ${answered.responseCode}, response_text = ${answered.responseText}, error = null,
      claimed_until = null
    where id = ${id}`
  await sql`update webhooks set failing_since = null where id = ${webhookId} and failing_since is not null`
}

/** `delayMs` is null after the last attempt. */
export async function markFailed(
  sql: Sql,
  id: string,
  answered: DeliveryResponse,
  delayMs: number | null,
): Promise<void> {
  await sql`
    update webhook_deliveries set attempts = attempts + 1, attempted_at = now(),
      response_code = ${answered.responseCode}, response_text = ${answered.responseText}, error = ${answered.error},
      status = case when ${delayMs}::float8 is null then 'failed' else 'pending' end,
      next_attempt_at = now() + make_interval(secs => coalesce(${delayMs}::float8, 0) / 1000),
      claimed_until = null
    where id = ${id}`
}

/** Records a failure. A webhook that has failed for this many days is disabled. Returns whether it is enabled. */
export async function recordEndpointFailure(sql: Sql, webhookId: string, days: number): Promise<boolean> {
  const [webhook] = await sql<{ isEnabled: boolean }>`
    update webhooks set failing_since = coalesce(failing_since, now()),
      is_enabled = is_enabled and coalesce(failing_since > now() - make_interval(days => ${days}), true),
      disabled_reason = case when is_enabled and failing_since <= now() - make_interval(days => ${days}) then 'failing'
        else disabled_reason end
    where id = ${webhookId} returning is_enabled as "isEnabled"`
  return webhook?.isEnabled ?? false
}

export async function disableWebhook(sql: Sql, webhookId: string, problem: 'gone'): Promise<void> {
  await sql`update webhooks set is_enabled = false, disabled_reason = ${problem} where id = ${webhookId}`
}

/**
 * Fails some of the pending deliveries of a disabled webhook. They can be resent manually. Returns whether there may be more.
 */
export async function failPendingDeliveries(
  sql: Sql,
  webhookId: string,
  error: string,
  limit: number,
): Promise<boolean> {
  const failed = await sql`
    update webhook_deliveries set status = 'failed', error = ${error}
    where id = any(array(
      select v.id from webhook_deliveries v join webhooks w on w.id = v.webhook_id and not w.is_enabled
      where v.webhook_id = ${webhookId} and v.status = 'pending' limit ${limit} for update of v))
    returning id`
  return failed.length === limit
}

/** Runs in the lookup scope: companies with events past their retention. */
export function listCompaniesWithOldEvents(sql: Sql, days: number): Promise<{ companyId: string }[]> {
  return sql`
    select distinct company_id as "companyId" from webhook_events
    where created_at < now() - make_interval(days => ${days})`
}

/** Deletes some of the events past their retention, with their deliveries. Returns whether there may be more. */
export async function deleteOldEvents(sql: Sql, days: number, limit: number): Promise<boolean> {
  const deleted = await sql`
    delete from webhook_events where id = any(array(
      select id from webhook_events where created_at < now() - make_interval(days => ${days}) limit ${limit}))
    returning id`
  return deleted.length === limit
}
