import { type Project, projectSentences } from '@aichat/contracts/company/projects'
import { listChanges } from '../audit/list-changes.ts'
import { recordAuditEvent } from '../audit/store.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Actor, Caller } from '../kit/http/caller.ts'
import { hasPermission } from '../kit/http/permissions.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { findProject, lockProject, type ProjectFields, updateProject } from './store.ts'

/**
 * Updates the details of a project. Its website may show the chat, so that changing it demands the permission for origins,
 * which no API key has.
 */
export async function changeProject(
  sql: Sql,
  actor: Actor & Pick<Caller, 'role' | 'key'>,
  id: string,
  change: Partial<ProjectFields>,
): Promise<Project> {
  await lockProject(sql, id)
  const before = (await findProject(sql, id)) ?? notFound()
  const { websiteUrl = before.websiteUrl } = change
  if (websiteUrl !== before.websiteUrl && !hasPermission(actor, 'origins.manage'))
    refuse(403, projectSentences.websiteUrlForKey, 'websiteUrl')
  await updateProject(sql, id, change)
  const after = (await findProject(sql, id)) ?? notFound()
  const changes = listChanges(before, after, ['name', 'description', 'websiteUrl'])
  if (changes.length > 0)
    await recordAuditEvent(sql, actor, 'project_changed', { kind: 'project', id, name: after.name, changes })
  return after
}
