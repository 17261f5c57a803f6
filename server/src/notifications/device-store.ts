import { notificationLimits, type PushDevice } from '@aichat/contracts/company/notifications'
import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

/** Where and how a message is sent to a browser. The keys are base64url. */
export type PushTarget = {
  endpoint: string
  p256dh: string
  auth: string
  /** The application server key with which the browser subscribed. */
  publicKey: string
}

export type StoredDevice = PushDevice & PushTarget & { userId: string }

const columns = part`
  d.id as "_id", d.user_id as "userId", d.name, d.created_at as "createdAt", d.last_sent_at as "lastSentAt", d.endpoint, d.p256dh,
  d.auth, d.public_key as "publicKey"`

/** Those of a sign-in that has ended get nothing. `now` is an ISO time. */
const isSignedIn = (now: string) => part`
  exists (select from sign_ins s where s.id = d.sign_in_id and s.ended_at is null and s.expires_at > ${now}::timestamptz)
  and exists (select from users u where u.id = d.user_id and u.status = 'active')`

export function listDevices(sql: Sql, userId: string, now: string): Promise<StoredDevice[]> {
  return sql<StoredDevice>`
    select ${columns} from push_devices d where d.user_id = ${userId} and ${isSignedIn(now)} order by d.created_at, d.id`
}

export async function findDevice(sql: Sql, id: string): Promise<StoredDevice | null> {
  const [device] = await sql<StoredDevice>`select ${columns} from push_devices d where d.id = ${id}`
  return device ?? null
}

/** Null unless the device may get notifications. */
export async function findActiveDevice(sql: Sql, id: string, now: string): Promise<StoredDevice | null> {
  const [device] = await sql<StoredDevice>`
    select ${columns} from push_devices d where d.id = ${id} and not d.is_paused and ${isSignedIn(now)}`
  return device ?? null
}

type NewDevice = PushTarget & {
  id: string
  companyId: string
  userId: string
  signInId: string
  name: string | null
  isPaused: boolean
}

/**
 * A browser has one subscription: it belongs to the user who registered it last. Beyond the limit, the oldest devices of the user are
 * removed.
 */
export async function addDevice(sql: Sql, device: NewDevice, now: string): Promise<StoredDevice> {
  const { id, companyId, userId, signInId, endpoint, p256dh, auth, publicKey, name, isPaused } = device
  const [stored] = await sql<{ id: string }>`
    insert into push_devices as d (id, company_id, user_id, sign_in_id, endpoint, p256dh, auth, public_key, name, is_paused, created_at)
    values (${id}, ${companyId}, ${userId}, ${signInId}, ${endpoint}, ${p256dh}, ${auth}, ${publicKey}, ${name}, ${isPaused}::boolean, ${now})
    on conflict (company_id, endpoint) do update set user_id = excluded.user_id, sign_in_id = excluded.sign_in_id,
      p256dh = excluded.p256dh, auth = excluded.auth, public_key = excluded.public_key, name = excluded.name,
      is_paused = excluded.is_paused
    returning d.id`
  if (!stored) throw new Error('An insert with an update returns a row')
  await sql`
    delete from push_devices where id in (
      select id from push_devices where user_id = ${userId} and id <> ${stored.id}
      order by created_at desc, id offset ${notificationLimits.devicesPerUser - 1}::int)`
  const found = await findDevice(sql, stored.id)
  if (!found) throw new Error('The device has just been stored')
  return found
}

export async function removeDevice(sql: Sql, id: string): Promise<void> {
  await sql`delete from push_devices where id = ${id}`
}
