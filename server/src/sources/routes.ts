import {
  type Source,
  type SourceDraft,
  sourceLimits,
  sourceRoutes,
  sourceSentences,
} from '@aichat/contracts/ai/sources'
import { listChanges } from '../audit/list-changes.ts'
import { recordContentEvent } from '../audit/record-content.ts'
import { newId } from '../kit/db/ids.ts'
import type { Http } from '../kit/http/http.ts'
import { notFound, refuse } from '../kit/http/refusal.ts'
import { afterCommit, serve } from '../kit/http/serve.ts'
import type { Deletions } from '../kit/jobs/deletions.ts'
import { requireProject } from '../projects/guard.ts'
import { toSubject } from './audit-subject.ts'
import { createSiteScope } from './crawl/site-scope.ts'
import { requireSource } from './guard.ts'
import {
  addSource,
  findSource,
  listSources,
  type NewSource,
  requestSourceDeletion,
  updateSource,
} from './store.ts'

type Dependencies = { deletions: Pick<Deletions<'source'>, 'begin'> }

export function mountSources(http: Http, { deletions }: Dependencies): void {
  const guards = { projectId: requireProject, sourceId: requireSource }
  serve(
    http,
    sourceRoutes,
    guards,
  )({
    list: ({ sql, project }) => listSources(sql, project.id),

    add: async ({ sql, actor, caller, project, body }) => {
      const draft = toNewSource(body)
      const scope = { companyId: caller.companyId, projectId: project.id }
      if (!(await addSource(sql, scope, draft))) refuse(409, sourceSentences.tooMany)
      await recordContentEvent(sql, actor, 'source_added', { ...toSubject(draft), project })
      return (await findSource(sql, project.id, draft.id)) ?? notFound()
    },

    get: ({ source }) => source,

    update: async ({ sql, actor, project, source, body }) => {
      checkSitemap(source.config?.url, body.config?.sitemapUrl)
      const schedule = source.kind === 'site' ? body.schedule : undefined
      await updateSource(sql, project.id, source.id, { ...body, schedule })
      const after = (await findSource(sql, project.id, source.id)) ?? notFound()
      const changes = listChanges(toFields(source), toFields(after), [
        'name',
        'schedule',
        'asksBeforePublish',
        'discovery',
        'sitemapUrl',
        'include',
        'exclude',
        'maxPages',
        'maxDepth',
      ])
      if (changes.length > 0)
        await recordContentEvent(sql, actor, 'source_changed', { ...toSubject(after), project, changes })
      return after
    },

    remove: async ({ sql, actor, caller, project, source }) => {
      await requestSourceDeletion(sql, project.id, source.id)
      await recordContentEvent(sql, actor, 'source_deleted', { ...toSubject(source), project })
      return afterCommit(async () => {
        await deletions.begin('source', caller.companyId, source.id)
        return null
      })
    },
  })
}

const defaultLimits = { maxPages: sourceLimits.defaultPages, maxDepth: sourceLimits.defaultDepth }

function toNewSource(draft: SourceDraft): NewSource {
  const id = newId()
  if (draft.kind === 'archive') {
    const limits = { ...defaultLimits, maxPages: sourceLimits.maxPages }
    return { id, kind: 'archive', name: draft.name, config: null, limits, schedule: 'off' }
  }
  const { url, discovery = 'sitemap', sitemapUrl = null, include = [], exclude = [] } = draft.config
  checkSitemap(url, sitemapUrl)
  return {
    id,
    kind: 'site',
    name: draft.name || new URL(url).host.slice(0, sourceLimits.name),
    config: { url, discovery, sitemapUrl, include, exclude },
    limits: { ...defaultLimits, ...draft.limits },
    schedule: draft.schedule ?? 'off',
  }
}

/** A sitemap lists pages of its own website only. */
function checkSitemap(url: string | undefined, sitemapUrl: string | null | undefined): void {
  if (!url || !sitemapUrl || createSiteScope({ url, include: [], exclude: [] }).isOnSite(sitemapUrl)) return
  refuse(400, sourceSentences.sitemapUrl, 'sitemapUrl')
}

function toFields({ name, schedule, asksBeforePublish, config, limits }: Source) {
  const { discovery = null, sitemapUrl = null, include = [], exclude = [] } = config ?? {}
  return {
    name,
    schedule,
    asksBeforePublish,
    discovery,
    sitemapUrl,
    include: include.join(' '),
    exclude: exclude.join(' '),
    ...limits,
  }
}
