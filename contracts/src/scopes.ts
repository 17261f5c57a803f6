import * as z from 'zod/mini'

/** What a key of a company may do: a noun, and whether it is read or changed. Neither holds the other. */
export const apiScopes = [
  'sessions:read',
  'sessions:write',
  'knowledge:read',
  'knowledge:write',
  'projects:read',
  'projects:write',
] as const
export const apiScope = z.enum(apiScopes, 'Choose what the key may do')
export type ApiScope = z.output<typeof apiScope>

export const scopeLabels: Record<ApiScope, string> = {
  'sessions:read': 'Read conversations, their messages and files',
  'sessions:write': 'Send messages; close, label and assign conversations',
  'knowledge:read': 'Read knowledge and FAQs',
  'knowledge:write': 'Add, change and remove knowledge and FAQs',
  'projects:read': 'Read projects',
  'projects:write': 'Create projects and change their details',
}
