import type { Sql } from '../kit/db/db.ts'

/** The project with the most knowledge. Null without knowledge. */
export async function findLargestProject(sql: Sql): Promise<string | null> {
  const [project] = await sql<{ id: string }>`
    select i.project_id as id from knowledge_items i join projects p on p.id = i.project_id
    where i.status = 'embedded' and p.deletion_requested_at is null
    group by 1 order by count(*) desc, 1 limit 1`
  return project?.id ?? null
}
