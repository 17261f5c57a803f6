import * as z from 'zod/mini'
import { optionalText, time } from '../kit/common.ts'
import type { RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'

export const installationLimits = {
  /** Additional allowed websites, beside the project's own. */
  origins: 20,
  address: 500,
  /** Origins stored per project, separately for allowed and refused ones. */
  checkIns: 50,
} as const

/** A page opened with this query parameter makes the loader check in immediately. */
export const checkParameter = 'aichat_check'

export const installationSentences = {
  origin: 'Enter a website address, like https://www.acme.com',
  tooMany: `Add up to ${installationLimits.origins} websites`,
  loadFailed: 'Failed to load the installation status',
  saveFailed: 'Failed to save websites',
} as const

/**
 * The origin of a web address, or null when a Content-Security-Policy could not name it exactly. Hosts with characters
 * that have a meaning in a policy, like `*` and `;`, are refused.
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
  /** The URL of the page without its query, if known. */
  pageUrl: z.nullable(z.string()),
  count: z.int(),
  firstSeenAt: time,
  lastSeenAt: time,
})
export type CheckIn = z.output<typeof checkIn>

export const installation = z.object({
  /** The origin of the project's website, which is always allowed. */
  website: z.nullable(z.string()),
  /** Additional allowed origins. Any website is allowed when there is neither a website nor an origin. */
  origins: z.array(z.string()),
  seen: z.array(checkIn),
  refused: z.array(checkIn),
})
export type Installation = z.output<typeof installation>

const address = optionalText(installationLimits.address).check(
  z.refine((text) => parseOrigin(text) !== null, installationSentences.origin),
)

export const installationRateLimits = {
  installCheck: { name: 'installCheck', points: 6, seconds: 60 },
} as const satisfies Record<string, RateLimit>

export const installationRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/projects/:projectId/installation',
    summary: 'Retrieve allowed websites, and the websites on which the widget was seen or refused',
    access: { permission: 'projects.read', rateLimit: 'none', audit: 'none' },
    response: installation,
  },
  saveOrigins: {
    method: 'PATCH',
    path: '/api/projects/:projectId/origins',
    summary: 'Replace the additional allowed websites',
    access: { permission: 'origins.manage', rateLimit: 'none', audit: ['origins_changed'] },
    body: z.object({
      origins: z
        .array(address, installationSentences.origin)
        .check(z.maxLength(installationLimits.origins, installationSentences.tooMany)),
    }),
    response: installation,
  },
})
