import type { Sql } from '../kit/db/db.ts'

/** A heading of the knowledge, or the title of a text without headings, with the text below it. */
export type Topic = { name: string; text: string }

const maxNameLength = 80

/**
 * Topics of embedded texts, without the project's own name. Those that are questions come first, then the first one of each text
 * before its second one.
 */
export function listTopics(sql: Sql, projectId: string, limit: number): Promise<Topic[]> {
  return sql<Topic>`
    with topics as (
      select distinct on (lower(name)) * from (
        select coalesce(nullif(c.heading, ''), i.title) as name, c.item_id, c.version, c.position
        from knowledge_chunks c join knowledge_items i on i.id = c.item_id and i.version = c.version
        where i.project_id = ${projectId} and i.status = 'embedded' and i.is_enabled
      ) named
      where length(name) between 3 and ${maxNameLength}
        and lower(name) <> (select lower(p.name) from projects p where p.id = ${projectId})
      order by lower(name), item_id, position
    )
    select name, (
      select c.body from knowledge_chunks c
      where c.item_id = t.item_id and c.version = t.version and c.position = t.position) as text
    from topics t
    order by name ~ '[?؟]$' desc, row_number() over (partition by item_id order by position), length(name), name
    limit ${limit}`
}
