import * as z from 'zod/mini'
import { id } from './common.ts'

export const company = z.object({
  id,
  name: z.string(),
  publicKey: z.string(),
  domain: z.optional(z.string()),
})
export type Company = z.output<typeof company>
