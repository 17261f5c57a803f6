import { originOf } from '@aichat/contracts/installation'

type Places = { websiteUrl: string | null; origins: string[] }

/** The origins that may show a project's chat; null when any may. */
export function allowedOrigins({ websiteUrl, origins }: Places): string[] | null {
  if (!websiteUrl && origins.length === 0) return null
  const website = websiteUrl ? originOf(websiteUrl) : null
  return [...new Set([...(website ? [website] : []), ...origins])]
}

/** As `frame-ancestors` has it: who allows a site over http has allowed it over https. */
export function isAllowed(places: Places, origin: string): boolean {
  const allowed = allowedOrigins(places)
  return allowed === null || allowed.includes(origin) || allowed.includes(origin.replace(/^https:/, 'http:'))
}
