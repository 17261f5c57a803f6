import * as z from 'zod/mini'
import { id, optionalText, requiredLine } from '../kit/common.ts'
import { routes } from '../kit/route.ts'
import { timeZone } from '../kit/time-zones.ts'

export const company = z.object({
  id,
  name: z.string(),
  publicKey: z.string(),
  domain: z.optional(z.string()),
  /** An IANA name. */
  timeZone: z.string(),
})
export type Company = z.output<typeof company>

export const companyLimits = { name: 120, domain: 253 } as const

export const companySentences = {
  nameRequired: 'Company name is required',
  domain: 'Enter a domain, like example.com',
} as const

const domain = optionalText(companyLimits.domain).check(
  z.toLowerCase(),
  z.regex(/^$|^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u, companySentences.domain),
)

export const companyRoutes = routes({
  update: {
    method: 'PATCH',
    path: '/api/company',
    summary: 'Update the company name, domain or time zone; an empty domain removes it',
    access: { permission: 'company.manage', rateLimit: 'none', audit: ['company_changed'] },
    body: z.object({
      name: z.optional(requiredLine(companyLimits.name, companySentences.nameRequired)),
      domain: z.optional(domain),
      timeZone: z.optional(timeZone),
    }),
    response: company,
  },
})
