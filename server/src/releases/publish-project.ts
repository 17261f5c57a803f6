import type { AuditChange } from '@aichat/contracts/audit'
import { type Project, projectSentences } from '@aichat/contracts/projects'
import { publishSentences } from '@aichat/contracts/publish-sentences'
import type { WidgetContent } from '@aichat/contracts/widget'
import { listChanges } from '../audit/list-changes.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Caller } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { findProject, lockProject, markPublished } from '../projects/store.ts'
import { findProjectWidget, toWidgetContent } from '../widget/store.ts'
import { addRelease, findLatestRelease } from './store.ts'

/** `changes` lists what differs from the previous release; null when nothing was published. */
type Published = { project: Project; changes: AuditChange[] | null }

/** Publishes the draft as the next release. An unchanged draft creates no release. */
export async function publishProject(sql: Sql, caller: Caller, projectId: string): Promise<Published> {
  await lockProject(sql, projectId)
  const project = (await findProject(sql, projectId)) ?? refuse(404, projectSentences.loadFailed)
  if (!project.templateKey) refuse(409, publishSentences.noTemplate)
  const widget = await findProjectWidget(sql, projectId)
  if (!widget) refuse(409, publishSentences.noWidget)
  if (project.isPublished && !project.hasUnpublishedChanges) return { project, changes: null }
  const before = await findLatestRelease(sql, projectId)
  const config = toWidgetContent(widget)
  await addRelease(sql, {
    companyId: caller.companyId,
    projectId,
    config,
    userId: caller.userId,
  })
  await markPublished(sql, projectId)
  const changes = before ? listConfigChanges(before.config, config) : []
  return { project: (await findProject(sql, projectId)) ?? project, changes }
}

function listConfigChanges(before: WidgetContent, after: WidgetContent): AuditChange[] {
  const [from, to] = [flatten(before), flatten(after)]
  return listChanges(from, to, [...new Set([...Object.keys(from), ...Object.keys(to)])])
}

/** The settings by their path, such as `brand.primaryColor`. */
function flatten(config: WidgetContent): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([section, settings]) =>
      Object.entries(settings).map(([name, value]) => [`${section}.${name}`, value]),
    ),
  )
}
