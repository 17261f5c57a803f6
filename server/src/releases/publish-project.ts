import { type Project, projectSentences } from '@aichat/contracts/projects'
import { publishSentences } from '@aichat/contracts/releases'
import type { Sql } from '../kit/db/db.ts'
import type { Caller } from '../kit/http/http.ts'
import { refuse } from '../kit/http/refusal.ts'
import { findProject, lockProject, markPublished } from '../projects/store.ts'
import { findProjectWidget, toWidgetContent } from '../widget/store.ts'
import { addRelease } from './store.ts'

type Published = { project: Project; isNew: boolean }

/** Publishes the draft as the next release. An unchanged draft creates no release. */
export async function publishProject(sql: Sql, caller: Caller, projectId: string): Promise<Published> {
  await lockProject(sql, projectId)
  const project = (await findProject(sql, projectId)) ?? refuse(404, projectSentences.loadFailed)
  if (!project.templateKey) refuse(409, publishSentences.noTemplate)
  const widget = await findProjectWidget(sql, projectId)
  if (!widget) refuse(409, publishSentences.noWidget)
  if (project.isPublished && !project.hasUnpublishedChanges) return { project, isNew: false }
  await addRelease(sql, {
    companyId: caller.companyId,
    projectId,
    config: toWidgetContent(widget),
    userId: caller.userId,
  })
  await markPublished(sql, projectId)
  return { project: (await findProject(sql, projectId)) ?? project, isNew: true }
}
