import { staffEvents } from '@aichat/contracts/chat/staff-channel'
import { visitorEvents } from '@aichat/contracts/chat/visitors'
import { type Project, type projectForm, projectRoutes } from '@aichat/contracts/company/projects'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { recordAuditEvent } from '../audit/store.ts'
import { companyRoom, visitorsRoom } from '../companies/rooms.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound } from '../kit/http/refusal.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import type { Deletions } from '../kit/jobs/deletions.ts'
import { changeProject } from './change-project.ts'
import { requireProject } from './guard.ts'
import { findProject, listProjects, markProjectForDeletion, type ProjectFields } from './store.ts'

/** A dependency, because a new project gets a widget and an agent profile, which are higher layers. Returns the id. */
export type CreateProject = (sql: Sql, companyId: string, text: ProjectFields) => Promise<string>

type Dependencies = Pick<App, 'realtime'> & {
  createProject: CreateProject
  deletions: Pick<Deletions<'project'>, 'begin'>
}

export function mountProjects(http: Http, { realtime, createProject, deletions }: Dependencies): void {
  serve(http, projectRoutes, { projectId: requireProject })({
    list: ({ sql }) => listProjects(sql),

    create: async ({ sql, actor, caller, body }) => {
      const text = {
        name: body.name,
        description: body.description || null,
        websiteUrl: body.websiteUrl || null,
      }
      const id = await createProject(sql, caller.companyId, text)
      await recordAuditEvent(sql, actor, 'project_created', { kind: 'project', id, name: text.name })
      return (await findProject(sql, id)) ?? notFound()
    },

    get: ({ project }) => project,

    update: ({ sql, actor, project, body }) => changeProject(sql, actor, project.id, toProjectChange(body)),

    remove: async ({ sql, actor, caller, project }) => {
      const subject = { kind: 'project' as const, id: project.id, name: project.name }
      await markProjectForDeletion(sql, project.id)
      await recordAuditEvent(sql, actor, 'project_deleted', subject)
      return afterCommit(async () => {
        announceDeletion(realtime, caller.companyId, project)
        await deletions.begin('project', caller.companyId, project.id)
        return null
      })
    },
  })
}

/** Removing the rows may take a while; consoles and chats close the conversations at once. */
function announceDeletion(realtime: App['realtime'], companyId: string, { id, publicKey }: Project): void {
  realtime.publish(companyRoom(companyId), staffEvents, 'project:removed', { projectId: id })
  realtime.publish(visitorsRoom(companyId), visitorEvents, 'chat:removed', { publicKey })
}

/** Omitted fields keep their value; empty ones are cleared. */
function toProjectChange({
  name,
  description,
  websiteUrl,
}: z.output<typeof projectForm>): Partial<ProjectFields> {
  return {
    name,
    ...(description === undefined ? {} : { description: description || null }),
    ...(websiteUrl === undefined ? {} : { websiteUrl: websiteUrl || null }),
  }
}
