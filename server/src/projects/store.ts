import type { Project } from '@aichat/contracts/company/projects'
import part, { empty } from 'sql-template-tag'
import { incrementRemovedRevision } from '../companies/store.ts'
import type { Sql } from '../kit/db/db.ts'

export type ProjectFields = { name: string; description: string | null; websiteUrl: string | null }
export type NewProject = ProjectFields & { id: string; companyId: string; publicKey: string }

export async function addProject(sql: Sql, project: NewProject): Promise<void> {
  await sql`
    insert into projects (id, company_id, name, description, website_url, public_key)
    values (${project.id}, ${project.companyId}, ${project.name}, ${project.description}, ${project.websiteUrl},
      ${project.publicKey})`
}

/**
 * Whether the draft's design differs from the latest release. The template and the pre-chat mode that the Customize page sets on its
 * first load are no edits: there is only one template, and a missing mode means on_start. Nor is a field that was filled and cleared.
 */
const designDiffers = part`
  coalesce((
    -- Equal configs are the usual case, and comparing them costs much less.
    select case when v.live = v.draft then false
      else strip_blank_values(v.live) is distinct from strip_blank_values(v.draft) end
      or coalesce(r.config #>> '{realtime,preChat,mode}', 'on_start')
        <> coalesce(w.realtime #>> '{preChat,mode}', 'on_start')
    from releases r, lateral (
      select (r.config - 'template') #- '{realtime,preChat,mode}' as live,
        jsonb_build_object('brand', w.brand, 'greetings', w.greetings, 'icon', w.icon, 'behavior', w.behavior,
          'agent', w.agent, 'realtime', w.realtime #- '{preChat,mode}') as draft
    ) v
    where r.project_id = p.id order by r.number desc limit 1
  ), false)`

/** Whether visitors do not get the draft, its design or its answers. */
const hasUnpublishedChanges = part`
  (p.is_published and exists (
    select from answer_entries a where a.project_id = p.id and a.is_draft <> a.is_live
  ) or ${designDiffers})`

function selectProjects(sql: Sql, where = empty): Promise<Project[]> {
  return sql<Project>`
    select p.id as "_id", p.id, p.name, p.description, p.website_url as "websiteUrl",
      p.is_published as "isPublished", p.published_at as "publishedAt", p.template_key as "templateKey",
      p.template_version as "templateVersion", p.public_key as "publicKey", w.id as "widgetConfigId",
      p.faq_enabled as "faqEnabled", ${hasUnpublishedChanges} as "hasUnpublishedChanges",
      p.created_at as "createdAt", p.updated_at as "updatedAt"
    from projects p left join widgets w on w.project_id = p.id
    where p.deletion_requested_at is null ${where}
    order by p.created_at desc, p.id desc`
}

export function listProjects(sql: Sql): Promise<Project[]> {
  return selectProjects(sql)
}

export async function findProject(sql: Sql, id: string): Promise<Project | null> {
  const [project] = await selectProjects(sql, part`and p.id = ${id}`)
  return project ?? null
}

/** Whether the draft's design differs from the latest release; false before the first one. */
export async function hasDesignChanges(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<{ differs: boolean }>`
    select ${designDiffers} as differs from projects p left join widgets w on w.project_id = p.id where p.id = ${id}`
  return row?.differs ?? false
}

/** Locks the project for the transaction. */
export async function lockProject(sql: Sql, id: string): Promise<void> {
  await sql`select from projects where id = ${id} for no key update`
}

export async function updateProject(sql: Sql, id: string, change: Partial<ProjectFields>): Promise<void> {
  const { name = null, description, websiteUrl } = change
  await sql`
    update projects set
      name = coalesce(${name}, name),
      description = case when ${description !== undefined} then ${description ?? null} else description end,
      website_url = case when ${websiteUrl !== undefined} then ${websiteUrl ?? null} else website_url end,
      updated_at = now()
    where id = ${id}`
}

/**
 * Makes the project and its conversations disappear: its website's chat stops, and consoles reload their lists. Its rows are
 * removed in batches.
 */
export async function markProjectForDeletion(sql: Sql, id: string): Promise<void> {
  await sql`update projects set deletion_requested_at = now(), is_published = false where id = ${id}`
  await incrementRemovedRevision(sql)
}

/** In the lookup role: projects of any company that are marked for deletion. */
export function listProjectsToDelete(sql: Sql): Promise<{ id: string; companyId: string }[]> {
  return sql`select id, company_id as "companyId" from projects where deletion_requested_at is not null`
}

export async function setTemplate(sql: Sql, id: string, key: string, version: string): Promise<void> {
  await sql`update projects set template_key = ${key}, template_version = ${version} where id = ${id}`
}

export async function markPublished(sql: Sql, id: string): Promise<void> {
  await sql`
    update projects set is_published = true, published_at = now(), updated_at = now() where id = ${id}`
}

/** Whether the AI has ever answered a visitor of the project. */
export async function hasFirstAnswer(sql: Sql, id: string): Promise<boolean> {
  const [project] = await sql<{ isAnswered: boolean }>`
    select first_answered_at is not null as "isAnswered" from projects where id = ${id}`
  return project?.isAnswered ?? false
}

/** Stores that the AI has answered a visitor, for the setup steps. It stays when the conversation is deleted. */
export async function markAnswered(sql: Sql, id: string): Promise<void> {
  await sql`update projects set first_answered_at = now() where id = ${id} and first_answered_at is null`
}

export type PublicProject = {
  id: string
  companyId: string
  isPublished: boolean
  websiteUrl: string | null
  /** Additional origins that may embed the chat. */
  origins: string[]
}

/** In the lookup role: finds the project of a public key in any company. */
export async function findProjectByPublicKey(sql: Sql, publicKey: string): Promise<PublicProject | null> {
  const [row] = await sql<PublicProject>`
    select id, company_id as "companyId", is_published as "isPublished", website_url as "websiteUrl",
      allowed_origins as origins
    from projects where public_key = ${publicKey} and deletion_requested_at is null`
  return row ?? null
}
