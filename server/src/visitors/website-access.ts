import { visitorLimits, visitorSentences } from '@aichat/contracts/chat/visitors'
import { parseOrigin } from '@aichat/contracts/widget/installation'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { isAllowed } from '../installation/allowed-origins.ts'
import type { CheckInEvent, CheckIns } from '../installation/check-ins.ts'
import { refuse } from '../kit/http/refusal.ts'
import type { PublicProject } from '../projects/store.ts'

type Dependencies = Pick<App, 'hosts'>

/**
 * The website that the browser calls from; null for our own pages and for clients other than browsers. Clients
 * can forge the header: `frame-ancestors` is what enforces where the chat may be embedded.
 */
export function getCallingOrigin(app: Dependencies, request: FastifyRequest): string | null {
  const { origin } = request.headers
  return origin && !isOwnOrigin(app, origin, request) ? origin : null
}

/** The website that embeds our iframe, if the browser sends it. */
export function getFramingOrigin(app: Dependencies, request: FastifyRequest): string | null {
  const { headers } = request
  const origin = parseOrigin(headers.referer ?? '')
  return headers['sec-fetch-dest'] === 'iframe' && origin && !isOwnOrigin(app, origin, request)
    ? origin
    : null
}

function isOwnOrigin({ hosts }: Dependencies, origin: string, { headers, socket }: FastifyRequest): boolean {
  return hosts.isOwnOrigin(origin, { headers, address: socket.remoteAddress })
}

/** Records the website as a check-in, and refuses it when the project does not allow it. */
export function checkWebsiteAccess(
  app: Dependencies & { checkIns: CheckIns },
  project: PublicProject,
  request: FastifyRequest,
  pageUrl: string | null | undefined,
): void {
  const page = parseOrigin(pageUrl ?? '')
  const reported = page && !isOwnOrigin(app, page, request) ? page : null
  for (const origin of [getCallingOrigin(app, request), reported]) {
    if (!origin || isAllowed(project, origin)) continue
    recordRefusedOrigin(app.checkIns, project, origin)
    refuse(403, visitorSentences.unavailable)
  }
  if (reported) app.checkIns.record(toCheckIn(project, reported, pageUrl))
}

export function recordRefusedOrigin(checkIns: CheckIns, project: PublicProject, origin: string | null): void {
  if (isFullOrigin(origin) && !isAllowed(project, origin)) checkIns.record(toCheckIn(project, origin, null))
}

/** False for sandboxed pages, whose origin is the string `null`. */
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

/** Query and fragment may hold private data. */
function withoutQuery(pageUrl: string): string {
  const { origin, pathname } = new URL(pageUrl)
  return `${origin}${pathname}`.slice(0, visitorLimits.url)
}
