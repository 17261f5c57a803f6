import { sourceRunRoutes, sourceSentences } from '@aichat/contracts/ai/sources'
import type { App } from '../app.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import { receive } from '../files/receive.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve, withoutTransaction } from '../kit/http/serve.ts'
import { requireProject } from '../projects/guard.ts'
import { archiveRules } from './archive-rules.ts'
import { toSubject } from './audit-subject.ts'
import { broadcastRun } from './broadcast.ts'
import { requireSource, requireSourceRun } from './guard.ts'
import { findRun, listRuns, stopRun } from './run-store.ts'
import type { SourceRuns } from './source-runs.ts'

type Dependencies = Pick<App, 'db' | 'log' | 'realtime' | 'settings' | 'storage'> & { sourceRuns: SourceRuns }

export function mountSourceRuns(http: Http, app: Dependencies): void {
  const { db, sourceRuns } = app
  const guards = {
    projectId: requireProject,
    sourceId: requireSource,
    runId: requireSourceRun,
  }
  const loadRun = (companyId: string, projectId: string, sourceId: string, runId: string) =>
    db.company(companyId, async (sql) => (await findRun(sql, projectId, sourceId, runId)) ?? notFound())

  serve(
    http,
    sourceRunRoutes,
    guards,
  )({
    upload: withoutTransaction(async ({ actor, caller, project, source, request }) => {
      if (source.kind !== 'archive') refuse(409, sourceSentences.notAnArchive)
      const scope = { companyId: caller.companyId, projectId: project.id }
      const { key } = await receive(app, scope, request, archiveRules)
      const runId = await sourceRuns.startRun(scope, source.id, 'upload', {
        archiveKey: key,
        alongside: (sql) =>
          recordContentEvent(sql, actor, 'source_run_started', { ...toSubject(source), project }),
      })
      return loadRun(caller.companyId, project.id, source.id, runId ?? refuse(409, sourceSentences.running))
    }),

    startRun: withoutTransaction(async ({ actor, caller, project, source }) => {
      if (source.kind !== 'site') refuse(409, sourceSentences.notASite)
      const scope = { companyId: caller.companyId, projectId: project.id }
      const runId = await sourceRuns.startRun(scope, source.id, 'manual', {
        alongside: (sql) =>
          recordContentEvent(sql, actor, 'source_run_started', { ...toSubject(source), project }),
      })
      return loadRun(caller.companyId, project.id, source.id, runId ?? refuse(409, sourceSentences.running))
    }),

    runs: ({ sql, project, source }) => listRuns(sql, project.id, source.id),

    stopRun: async ({ sql, actor, caller: { companyId }, project, source, run }) => {
      if (!(await stopRun(sql, project.id, run.id))) refuse(409, sourceSentences.notRunning)
      await recordContentEvent(sql, actor, 'source_run_stopped', { ...toSubject(source), project })
      return afterCommit(async () => {
        await broadcastRun(app, { companyId, projectId: project.id, sourceId: source.id, runId: run.id })
        return loadRun(companyId, project.id, source.id, run.id)
      })
    },

    resumeRun: withoutTransaction(async ({ actor, caller, project, source, run }) => {
      const scope = { companyId: caller.companyId, projectId: project.id }
      const isResumed = await sourceRuns.resume(scope, source.id, run.id, (sql) =>
        recordContentEvent(sql, actor, 'source_run_started', { ...toSubject(source), project }),
      )
      if (!isResumed) refuse(409, sourceSentences.notStopped)
      return loadRun(caller.companyId, project.id, source.id, run.id)
    }),
  })
}
