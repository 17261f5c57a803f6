import { parseOrigin } from '@aichat/contracts/installation'
import { visitorLimits, visitorSentences } from '@aichat/contracts/visitors'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { isAllowed } from '../installation/allowed-origins.ts'
import type { CheckInEvent, CheckIns } from '../installation/check-ins.ts'
import { refuse } from '../kit/http/refusal.ts'
import type { PublicProject } from '../projects/store.ts'

type Dependencies = Pick<App, 'settings'>

/**
 * The website that a browser calls from; null for our own pages, and for whoever is no browser. It keeps honest pages
 * to the list: `frame-ancestors` is what binds a page that would rather not be.
 */
export function getCallingOrigin(app: Dependencies, { headers }: FastifyRequest): string | null {
  const { origin } = headers
  return origin && !isOwnOrigin(app, origin, headers.host) ? origin : null
}

/** The website whose page puts our frame into itself, as far as its browser tells. */
export function getFramingOrigin(app: Dependencies, { headers }: FastifyRequest): string | null {
  const origin = parseOrigin(headers.referer ?? '')
  return headers['sec-fetch-dest'] === 'iframe' && origin && !isOwnOrigin(app, origin, headers.host)
    ? origin
    : null
}

function isOwnOrigin({ settings }: Dependencies, origin: string, host: string | undefined): boolean {
  return origin === new URL(settings.publicUrl).origin || origin.replace(/^https?:\/\//, '') === host
}

/** Lets a website begin a visit, and writes down where; refuses one that the project has not allowed. */
export function checkWebsiteAccess(
  app: Dependencies,
  sightings: CheckIns,
  project: PublicProject,
  request: FastifyRequest,
  pageUrl: string | null | undefined,
): void {
  const page = parseOrigin(pageUrl ?? '')
  const told = page && !isOwnOrigin(app, page, request.headers.host) ? page : null
  for (const origin of [getCallingOrigin(app, request), told]) {
    if (!origin || isAllowed(project, origin)) continue
    recordRefusedOrigin(sightings, project, origin)
    refuse(403, visitorSentences.unavailable)
  }
  if (told) sightings.record(toCheckIn(project, told, pageUrl))
}

export function recordRefusedOrigin(
  sightings: CheckIns,
  project: PublicProject,
  origin: string | null,
): void {
  if (isFullOrigin(origin) && !isAllowed(project, origin)) sightings.record(toCheckIn(project, origin, null))
}

/** A sandboxed page calls itself `null`, which is nobody's address. */
export function isFullOrigin(origin: string | null): origin is string {
  return origin !== null && parseOrigin(origin) === origin
}

export function toCheckIn(
  project: PublicProject,
  origin: string,
  pageUrl: string | null | undefined,
): CheckInEvent {
  return {
    companyId: project.companyId,
    projectId: project.id,
    origin,
    isRefused: !isAllowed(project, origin),
    pageUrl: pageUrl && parseOrigin(pageUrl) === origin ? withoutQuery(pageUrl) : null,
  }
}

/** What stands behind the path may be private, and says nothing about the place. */
function withoutQuery(pageUrl: string): string {
  const { origin, pathname } = new URL(pageUrl)
  return `${origin}${pathname}`.slice(0, visitorLimits.url)
}
