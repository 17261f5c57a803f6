import type { Release as StoredRelease } from '@aichat/contracts/ai/releases'
import type { WidgetContent } from '@aichat/contracts/widget/widget'
import type { Sql } from '../kit/db/db.ts'

/** `revision` is that of the answers when it was published; null for releases that did not store them. */
export type Release = { number: number; config: WidgetContent; revision: number | null }

export async function findLatestRelease(sql: Sql, projectId: string): Promise<Release | null> {
  const [release] = await sql<Release>`
    select number, config, revision from releases where project_id = ${projectId} order by number desc limit 1`
  return release ?? null
}

export type NewRelease = { companyId: string; projectId: string; config: WidgetContent; userId: string }

export async function addRelease(
  sql: Sql,
  { companyId, projectId, config, userId }: NewRelease,
): Promise<void> {
  await sql`
    insert into releases (company_id, project_id, number, config, created_by, revision)
    select ${companyId}, ${projectId}, coalesce(max(number), 0) + 1, ${JSON.stringify(config)}::jsonb, ${userId},
      (select revision from answer_states where project_id = ${projectId})
    from releases where project_id = ${projectId}`
}

/** Newest first, with numbers below `before`. */
export async function listReleases(
  sql: Sql,
  projectId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredRelease[]> {
  return sql<StoredRelease>`
    select r.number, r.config, r.created_at as "createdAt", r.revision is not null as "hasAnswers",
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as "createdBy"
    from releases r left join users u on u.id = r.created_by
    where r.project_id = ${projectId} and (${before}::int is null or r.number < ${before}::int)
    order by r.number desc limit ${limit}`
}

export async function findRelease(sql: Sql, projectId: string, number: number): Promise<Release | null> {
  const [release] = await sql<Release>`
    select number, config, revision from releases where project_id = ${projectId} and number = ${number}`
  return release ?? null
}
