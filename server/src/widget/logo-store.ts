import { toWidgetFilePath } from '@aichat/contracts/widget/logo'
import part from 'sql-template-tag'
import type { StoredFile } from '../files/store.ts'
import type { Sql } from '../kit/db/db.ts'

const isAvailable = part`purpose = 'logo' and stored_at is not null and deletion_requested_at is null`

/** In the lookup role, which can read only the logo that is named by this setting of the transaction. */
export async function findLogoCompany(sql: Sql, id: string): Promise<string | null> {
  await sql`select set_config('app.widget_file', ${id}, true)`
  const [file] = await sql<{ companyId: string }>`
    select company_id as "companyId" from files where id = ${id} and purpose = 'logo'`
  return file?.companyId ?? null
}

/** A logo of a project that is not marked for deletion. */
export async function findLogo(sql: Sql, id: string): Promise<StoredFile | null> {
  const [file] = await sql<StoredFile>`
    select id, name, mime, bucket, key, size from files
    where id = ${id} and ${isAvailable}
      and project_id in (select id from projects where deletion_requested_at is null)`
  return file ?? null
}

/** Marks a logo as used, so that it is not deleted; false when the project has no such logo. */
export async function claimLogo(sql: Sql, projectId: string, id: string): Promise<boolean> {
  const claimed = await sql`
    update files set used_at = coalesce(used_at, now()), removal_retry_at = null
    where id = ${id} and project_id = ${projectId} and ${isAvailable} returning id`
  return claimed.length > 0
}

/** Marks logos that neither the draft nor a release names as unused, and postpones their removal, so that an edit can be undone. */
export async function scheduleLogoRemoval(sql: Sql, projectId: string, unusedHours: number): Promise<void> {
  const path = part`${toWidgetFilePath('')} || files.id`
  await sql`
    update files set used_at = null, removal_retry_at = now() + make_interval(hours => ${unusedHours})
    where project_id = ${projectId} and purpose = 'logo' and used_at is not null
      and not exists (
        select from widgets where project_id = ${projectId} and brand ->> 'logoUrl' = ${path})
      and not exists (
        select from releases where project_id = ${projectId} and config #>> '{brand,logoUrl}' = ${path})`
}
