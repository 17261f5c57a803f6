import { parseOrigin } from '@aichat/contracts/installation'

type EmbeddingSites = { websiteUrl: string | null; origins: string[] }

/** The origins that may show a project's chat; null when any may. */
export function allowedOrigins({ websiteUrl, origins }: EmbeddingSites): string[] | null {
  if (!websiteUrl && origins.length === 0) return null
  const website = websiteUrl ? parseOrigin(websiteUrl) : null
  return [...new Set([...(website ? [website] : []), ...origins])]
}

/** As `frame-ancestors` has it: who allows a site over http has allowed it over https. */
export function isAllowed(places: EmbeddingSites, origin: string): boolean {
  const allowed = allowedOrigins(places)
  return allowed === null || allowed.includes(origin) || allowed.includes(origin.replace(/^https:/, 'http:'))
}
