import * as z from 'zod/mini'
import { optionalText, time } from './common.ts'
import { routes } from './route.ts'

export const installationLimits = {
  /** Websites that may be listed beside the project's own. */
  origins: 20,
  address: 500,
  /** Websites that are remembered of each kind, seen and refused. */
  checkIns: 50,
} as const

/** The query parameter with which a page of the website asks its loader to report at once. */
export const checkParameter = 'aichat_check'

export const installationSentences = {
  origin: 'Enter a website address, like https://www.acme.com',
  tooMany: `List at most ${installationLimits.origins} websites`,
  loadFailed: 'Failed to load the installation',
  saveFailed: 'Failed to save the websites',
} as const

/**
 * The origin of a web address, or null when there is none that a policy could name exactly: a host with a sign that
 * has a meaning of its own there is no host of a website.
 */
export function parseOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, origin } = new URL(address)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && hostname.length <= maxHostLength && /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname)
    ? origin
    : null
}

const maxHostLength = 253

const checkIn = z.object({
  origin: z.string(),
  /** The page without its query, where one was told. */
  pageUrl: z.nullable(z.string()),
  count: z.int(),
  firstSeenAt: time,
  lastSeenAt: time,
})
export type CheckIn = z.output<typeof checkIn>

export const installation = z.object({
  /** The origin of the project's website, which may always show the chat. */
  website: z.nullable(z.string()),
  /** The others that may. When neither is there, any website may. */
  origins: z.array(z.string()),
  seen: z.array(checkIn),
  refused: z.array(checkIn),
})
export type Installation = z.output<typeof installation>

const address = optionalText(installationLimits.address).check(
  z.refine((text) => parseOrigin(text) !== null, installationSentences.origin),
)

export const installationRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/projects/:projectId/installation',
    summary: 'Which websites may show the widget, where it was seen, and where it was refused',
    response: installation,
  },
  saveOrigins: {
    method: 'PATCH',
    path: '/api/projects/:projectId/origins',
    summary: 'Replace the list of further websites that may show the widget',
    body: z.object({
      origins: z
        .array(address, installationSentences.origin)
        .check(z.maxLength(installationLimits.origins, installationSentences.tooMany)),
    }),
    response: installation,
  },
})
