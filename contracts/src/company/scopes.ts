import * as z from 'zod/mini'

/** The permissions of an API key. A write scope does not include the read scope. */
export const apiScopes = [
  'sessions:read',
  'sessions:write',
  'knowledge:read',
  'knowledge:write',
  'projects:read',
  'projects:write',
] as const
export const apiScope = z.enum(apiScopes, 'Choose valid permissions')
export type ApiScope = z.output<typeof apiScope>

export const scopeLabels: Record<ApiScope, string> = {
  'sessions:read': 'Read conversations, their messages and files',
  'sessions:write': 'Send messages; close, label and assign conversations',
  'knowledge:read': 'Read knowledge and FAQs',
  'knowledge:write': 'Add, edit and delete knowledge and FAQs',
  'projects:read': 'Read projects and business hours',
  'projects:write': 'Create projects and edit their names and descriptions',
}
