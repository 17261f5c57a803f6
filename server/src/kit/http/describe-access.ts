import { roleCan, roles } from '@aichat/contracts/company/permissions'
import { type CountedLimit, type RateLimit, toLimits } from '@aichat/contracts/kit/rate-limit'
import type { Route } from '@aichat/contracts/kit/route'

/** The access of a route for the API reference: permission, roles, scope and rate limits. */
export function describeAccess({ access: { permission, rateLimit }, scope }: Route): string {
  return [describePermission(permission, scope), ...toLimits(rateLimit).map(describeLimit)].join(' ')
}

function describePermission(permission: Route['access']['permission'], scope: Route['scope']): string {
  if (permission === 'public') return 'Public.'
  const allowed = roles.filter((role) => roleCan(role, permission)).join(', ')
  return `Permission: \`${permission}\` (${allowed}). ${scope ? `Scope: \`${scope}\`.` : 'Not for API keys.'}`
}

export const limitKeys: Record<CountedLimit['by'], string> = {
  address: 'client address',
  user: 'member or API key',
  company: 'company',
  visitor: 'visitor',
  website: 'project and website',
}

function describeLimit({ limit, by, when }: CountedLimit): string {
  return `Limit: ${formatLimit(limit)} per ${limitKeys[by]}${when ? ` (${when})` : ''}.`
}

/** For example '20 in 10 min'. */
export function formatLimit({ points, seconds }: RateLimit): string {
  const minutes = seconds / 60
  if (seconds < 60) return `${points} in ${seconds} s`
  return minutes < 60 ? `${points} in ${minutes} min` : `${points} in ${minutes / 60} h`
}
