import type { WidgetContent } from '@aichat/contracts/widget'
import type { Sql } from '../kit/db.ts'

export type Release = { number: number; config: WidgetContent }

export async function latestRelease(sql: Sql, projectId: string): Promise<Release | null> {
  const [release] = await sql<Release>`
    select number, config from releases where project_id = ${projectId} order by number desc limit 1`
  return release ?? null
}

export type NewRelease = { companyId: string; projectId: string; config: WidgetContent; userId: string }

export async function addRelease(
  sql: Sql,
  { companyId, projectId, config, userId }: NewRelease,
): Promise<void> {
  await sql`
    insert into releases (company_id, project_id, number, config, created_by)
    select ${companyId}, ${projectId}, coalesce(max(number), 0) + 1, ${JSON.stringify(config)}::jsonb, ${userId}
    from releases where project_id = ${projectId}`
}
