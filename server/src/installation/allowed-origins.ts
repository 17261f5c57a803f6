import { parseOrigin } from '@aichat/contracts/widget/installation'

type EmbeddingSites = { websiteUrl: string | null; origins: string[] }

/** The origins that may embed a project's chat; null allows all. */
export function allowedOrigins({ websiteUrl, origins }: EmbeddingSites): string[] | null {
  if (!websiteUrl && origins.length === 0) return null
  const website = websiteUrl ? parseOrigin(websiteUrl) : null
  return [...new Set([...(website ? [website] : []), ...origins])]
}

/** Matches like `frame-ancestors`: an allowed http origin includes its https origin. */
export function isAllowed(places: EmbeddingSites, origin: string): boolean {
  const allowed = allowedOrigins(places)
  return allowed === null || allowed.includes(origin) || allowed.includes(origin.replace(/^https:/, 'http:'))
}
