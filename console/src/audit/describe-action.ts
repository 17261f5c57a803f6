import type { AuditAction, AuditEvent, AuditSubject } from '@aichat/contracts/audit'

/** The labels of the activity filter. */
export const actionLabels: Record<AuditAction, string> = {
  signed_up: 'Sign-up',
  signed_in: 'Sign-in',
  sign_in_failed: 'Failed sign-in',
  password_changed: 'Password changed',
  password_reset: 'Password reset',
  invited: 'Invitation',
  joined: 'User joined',
  role_changed: 'Role changed',
  status_changed: 'User disabled or enabled',
  removed: 'User removed',
  company_changed: 'Company changed',
  project_created: 'Project created',
  project_changed: 'Project changed',
  project_deleted: 'Project deleted',
  published: 'Widget published',
  restored: 'Release restored',
  origins_changed: 'Allowed websites changed',
  identity_secret_added: 'Identity secret created',
  identity_secret_removed: 'Identity secret removed',
  api_key_added: 'API key created',
  api_key_revoked: 'API key revoked',
  webhook_added: 'Webhook added',
  webhook_changed: 'Webhook changed',
  webhook_removed: 'Webhook removed',
  webhook_secret_rotated: 'Webhook secret rotated',
  retention_changed: 'Retention changed',
  visitors_erased: 'Visitors erased',
}

const fieldLabels: Record<string, string> = { websiteUrl: 'website' }

/** Describes an event, to follow the name of the user who caused it. */
export function describeAction({ action, subject }: Pick<AuditEvent, 'action' | 'subject'>): string {
  const name = subject?.name ?? ''
  const to = subject?.to ?? ''
  switch (action) {
    case 'signed_up':
      return 'created the company'
    case 'signed_in':
      return 'signed in'
    case 'sign_in_failed':
      return name ? `failed to sign in as ${name}` : 'failed to sign in'
    case 'password_changed':
      return 'changed their password'
    case 'password_reset':
      return 'reset their password by email'
    case 'invited':
      return `invited ${name}${to && ` as ${to}`}`
    case 'joined':
      return `joined${to && ` as ${to}`}`
    case 'role_changed':
      return `changed the role of ${name} from ${subject?.from ?? ''} to ${to}`
    case 'status_changed':
      return `${to === 'disabled' ? 'disabled' : 'enabled'} ${name}`
    case 'removed':
      return `removed ${name}`
    case 'company_changed':
      return describeCompanyChange(subject?.field ?? '', subject?.from ?? '', to)
    case 'project_created':
      return `created the project ${name}`
    case 'project_changed':
      return `changed ${describeFields(subject)} of the project ${name}`
    case 'project_deleted':
      return `deleted the project ${name}`
    case 'published':
      return `published ${name}`
    case 'restored':
      return `restored release ${to} of ${name}`
    case 'origins_changed':
      return to ? `set the allowed websites of ${name} to ${to}` : `removed all allowed websites of ${name}`
    case 'identity_secret_added':
      return `created the identity secret ${to} of ${name}`
    case 'identity_secret_removed':
      return `removed the identity secret ${subject?.from ?? ''} of ${name}`
    case 'api_key_added':
      return `created the API key ${name}${to && ` for ${to}`}`
    case 'api_key_revoked':
      return `revoked the API key ${name}`
    case 'webhook_added':
      return `added the webhook ${name}`
    case 'webhook_changed':
      return `changed the webhook ${name}`
    case 'webhook_removed':
      return `removed the webhook ${name}`
    case 'webhook_secret_rotated':
      return `rotated the secret of the webhook ${name}`
    case 'retention_changed':
      return to
        ? `set ${name} to delete conversations after ${to} ${to === '1' ? 'day' : 'days'}`
        : `set ${name} to keep conversations forever`
    case 'visitors_erased':
      return `erased ${to === '1' ? 'a visitor' : `${to} visitors`} of ${name}`
  }
}

function describeFields(subject: AuditSubject | null): string {
  const fields = subject?.changes?.map(({ field }) => fieldLabels[field] ?? field) ?? []
  return fields.length === 0
    ? 'details'
    : new Intl.ListFormat('en').format(fields.map((field) => `the ${field}`))
}

function describeCompanyChange(field: string, from: string, to: string): string {
  if (field === 'name') return `renamed the company from ${from} to ${to}`
  if (from === '') return `set the ${field} to ${to}`
  return to === '' ? `removed the ${field} ${from}` : `changed the ${field} from ${from} to ${to}`
}
