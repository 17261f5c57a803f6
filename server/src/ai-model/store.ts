import type { Sql } from '../kit/db/db.ts'

/** The project with the most knowledge. Null without knowledge. */
export async function findLargestProject(sql: Sql): Promise<string | null> {
  const [project] = await sql<{ id: string }>`
    select i.project_id as id from knowledge_items i join projects p on p.id = i.project_id
    where i.status = 'embedded' and p.deletion_requested_at is null
    group by 1 order by count(*) desc, 1 limit 1`
  return project?.id ?? null
}

export type Title = { text: string; isQuestion: boolean }

/** Titles of the knowledge, and headings that are questions, which come first. */
export function listTitles(sql: Sql, projectId: string, limit: number): Promise<Title[]> {
  return sql<Title>`
    select text, bool_or(text like '%?') as "isQuestion" from (
      select c.heading as text from knowledge_chunks c join knowledge_items i on i.id = c.item_id and i.version = c.version
      where i.project_id = ${projectId} and i.status = 'embedded' and c.heading like '%?'
      union all
      select title from knowledge_items where project_id = ${projectId} and status = 'embedded' and title <> ''
    ) found
    group by text order by 2 desc, length(text), text limit ${limit}`
}
