import type { AuditEvent, AuditSubject } from '@aichat/contracts/company/audit'
import type { AuditAction } from '@aichat/contracts/company/audit-actions'

/** The labels of the activity filter. */
export const actionLabels: Record<AuditAction, string> = {
  signed_up: 'Sign-up',
  signed_in: 'Sign-in',
  signed_out: 'Sign-out',
  sign_in_failed: 'Failed sign-in',
  refresh_token_reused: 'Sign-in token reused',
  access_denied: 'Permission denied',
  password_changed: 'Password changed',
  password_reset: 'Password reset',
  name_changed: 'Name changed',
  invited: 'Invitation',
  joined: 'User joined',
  role_changed: 'Role changed',
  status_changed: 'User disabled or enabled',
  removed: 'User removed',
  company_changed: 'Company changed',
  ai_model_changed: 'AI model changed',
  project_created: 'Project created',
  project_changed: 'Project changed',
  project_deleted: 'Project deleted',
  widget_changed: 'Widget draft edited',
  published: 'Widget published',
  answers_overridden: 'Held answers published',
  answer_mode_changed: 'Answer mode changed',
  answer_review_setting_changed: 'Review before publishing changed',
  answers_reviewed: 'Changed answers reviewed',
  answer_taken_down: 'Live answer taken down',
  restored: 'Release restored',
  auto_reply_enabled: 'AI auto-reply turned on',
  profile_changed: 'Agent profile changed',
  prompt_changed: 'Prompt changed',
  knowledge_added: 'Knowledge added',
  knowledge_changed: 'Knowledge changed',
  knowledge_embedded: 'Knowledge embedded',
  knowledge_deleted: 'Knowledge deleted',
  knowledge_erased: 'Knowledge erased',
  source_added: 'Website or archive added',
  source_changed: 'Website or archive changed',
  source_deleted: 'Website or archive deleted',
  source_run_started: 'Reading of a website or archive started',
  source_run_stopped: 'Reading of a website or archive stopped',
  source_pages_added: 'Pages of a website or archive added',
  source_pages_ignored: 'Pages of a website or archive ignored',
  source_pages_restored: 'Ignored pages of a website or archive restored',
  faq_added: 'FAQ added',
  faq_changed: 'FAQ changed',
  faq_deleted: 'FAQ deleted',
  faq_erased: 'FAQ erased',
  faqs_generated: 'FAQs generated',
  faqs_reordered: 'FAQs reordered',
  faqs_toggled: 'FAQs shown or hidden',
  faqs_synced: 'FAQs added to knowledge',
  answer_test_added: 'Answer test added',
  answer_test_changed: 'Answer test changed',
  answer_test_deleted: 'Answer test deleted',
  origins_changed: 'Allowed websites changed',
  identity_secret_added: 'Identity secret created',
  identity_secret_removed: 'Identity secret removed',
  api_key_added: 'API key created',
  api_key_revoked: 'API key revoked',
  webhook_added: 'Webhook added',
  webhook_changed: 'Webhook changed',
  webhook_removed: 'Webhook removed',
  webhook_secret_rotated: 'Webhook secret rotated',
  webhook_tested: 'Webhook tested',
  webhook_replayed: 'Webhook delivery replayed',
  retention_changed: 'Retention changed',
  hours_changed: 'Business hours changed',
  visitors_erased: 'Visitors erased',
  conversation_exported: 'Conversation exported',
  conversations_exported: 'Conversations exported',
  audit_log_exported: 'Audit log exported',
}

type Details = {
  name: string
  from: string
  to: string
  field: string
  /** The changed fields, like "the name and the website", or what `otherwise` says. */
  fields: (otherwise: string) => string
  /** " of Shop", for a record of a project. */
  ofProject: string
}

const descriptions: Record<AuditAction, (details: Details) => string> = {
  signed_up: () => 'created the company',
  signed_in: () => 'signed in',
  signed_out: () => 'signed out',
  sign_in_failed: ({ name }) => (name ? `failed to sign in as ${name}` : 'failed to sign in'),
  refresh_token_reused: () => 'was signed out because a sign-in token was used twice',
  access_denied: ({ name }) => `was denied ${name}`,
  password_changed: () => 'changed their password',
  password_reset: () => 'reset their password by email',
  name_changed: ({ from, to }) => `changed their name from ${from} to ${to}`,
  invited: ({ name, to }) => `invited ${name}${to && ` as ${to}`}`,
  joined: ({ to }) => `joined${to && ` as ${to}`}`,
  role_changed: ({ name, from, to }) => `changed the role of ${name} from ${from} to ${to}`,
  status_changed: ({ name, to }) => `${to === 'disabled' ? 'disabled' : 'enabled'} ${name}`,
  removed: ({ name }) => `removed ${name}`,
  company_changed: ({ field, from, to }) => describeCompanyChange(field, from, to),
  ai_model_changed: ({ fields }) => `changed ${fields('settings')} of the AI model`,
  project_created: ({ name }) => `created the project ${name}`,
  project_changed: ({ name, fields }) => `changed ${fields('details')} of the project ${name}`,
  project_deleted: ({ name }) => `deleted the project ${name}`,
  widget_changed: ({ name }) => `edited the widget of ${name}`,
  published: ({ name }) => `published ${name}`,
  answers_overridden: ({ name, to }) =>
    `published answers of ${name} without passed tests or a review: ${to}`,
  answer_mode_changed: ({ name, to }) => `set the answers of ${name} to ${to} mode`,
  answer_review_setting_changed: ({ name, to }) =>
    `turned ${to} the review of changed answers of ${name} before they go live`,
  answers_reviewed: ({ name }) => `reviewed the changed answers of ${name}`,
  answer_taken_down: ({ name, to }) => `took “${to}” out of the live answers of ${name}`,
  auto_reply_enabled: ({ name, to }) =>
    `turned on AI auto-reply for ${to} open ${to === '1' ? 'conversation' : 'conversations'} of ${name}`,
  restored: ({ name, to }) => `restored release ${to} of ${name}`,
  profile_changed: ({ name, fields }) => `changed ${fields('the profile')} of the AI agent of ${name}`,
  prompt_changed: ({ name }) => `changed the prompt ${name}`,
  knowledge_added: ({ name, ofProject }) => `added “${name}” to the knowledge${ofProject}`,
  knowledge_changed: ({ name, fields, ofProject }) =>
    `changed ${fields('settings')} of “${name}” in the knowledge${ofProject}`,
  knowledge_embedded: ({ name, ofProject }) => `embedded “${name}” in the knowledge${ofProject}`,
  knowledge_deleted: ({ name, ofProject }) => `deleted “${name}” from the knowledge${ofProject}`,
  knowledge_erased: ({ name, ofProject }) =>
    `erased “${name}” from the knowledge and all releases${ofProject}`,
  source_added: ({ name, ofProject }) => `added “${name}” to the websites and archives${ofProject}`,
  source_changed: ({ name, fields, ofProject }) =>
    `changed ${fields('settings')} of the website or archive “${name}”${ofProject}`,
  source_deleted: ({ name, ofProject }) => `deleted “${name}” from the websites and archives${ofProject}`,
  source_run_started: ({ name, ofProject }) => `started to read “${name}”${ofProject}`,
  source_run_stopped: ({ name, ofProject }) => `stopped the reading of “${name}”${ofProject}`,
  source_pages_added: ({ name, ofProject }) => `added pages of “${name}” to the knowledge${ofProject}`,
  source_pages_ignored: ({ name, ofProject }) => `ignored pages of “${name}”${ofProject}`,
  source_pages_restored: ({ name, ofProject }) => `restored ignored pages of “${name}”${ofProject}`,
  faq_added: ({ name, ofProject }) => `added the FAQ “${name}”${ofProject}`,
  faq_changed: ({ name, fields, ofProject }) =>
    `changed ${fields('details')} of the FAQ “${name}”${ofProject}`,
  faq_deleted: ({ name, ofProject }) => `deleted the FAQ “${name}”${ofProject}`,
  faq_erased: ({ name, ofProject }) => `erased the FAQ “${name}” from all releases${ofProject}`,
  faqs_generated: ({ name, to }) => `generated ${to} ${to === '1' ? 'FAQ' : 'FAQs'} for ${name}`,
  faqs_reordered: ({ name }) => `reordered the FAQs of ${name}`,
  faqs_toggled: ({ name, to }) => `${to === 'hidden' ? 'hid' : 'showed'} the FAQs of ${name} in the widget`,
  faqs_synced: ({ name, to }) => `added ${to} ${to === '1' ? 'FAQ' : 'FAQs'} of ${name} to its knowledge`,
  answer_test_added: ({ name, ofProject }) => `added the answer test “${name}”${ofProject}`,
  answer_test_changed: ({ name, ofProject }) => `changed the answer test “${name}”${ofProject}`,
  answer_test_deleted: ({ name, ofProject }) => `deleted the answer test “${name}”${ofProject}`,
  origins_changed: ({ name, to }) =>
    to ? `set the allowed websites of ${name} to ${to}` : `removed all allowed websites of ${name}`,
  identity_secret_added: ({ name, to }) => `created the identity secret ${to} of ${name}`,
  identity_secret_removed: ({ name, from }) => `removed the identity secret ${from} of ${name}`,
  api_key_added: ({ name, to }) => `created the API key ${name}${to && ` for ${to}`}`,
  api_key_revoked: ({ name }) => `revoked the API key ${name}`,
  webhook_added: ({ name }) => `added the webhook ${name}`,
  webhook_changed: ({ name }) => `changed the webhook ${name}`,
  webhook_removed: ({ name }) => `removed the webhook ${name}`,
  webhook_secret_rotated: ({ name }) => `rotated the secret of the webhook ${name}`,
  webhook_tested: ({ name }) => `sent a test event to the webhook ${name}`,
  webhook_replayed: ({ name }) => `replayed a delivery to the webhook ${name}`,
  retention_changed: ({ name, to }) =>
    to
      ? `set ${name} to delete conversations after ${to} ${to === '1' ? 'day' : 'days'}`
      : `set ${name} to keep conversations forever`,
  hours_changed: ({ name, fields }) => `changed ${fields('details')} of the business hours of ${name}`,
  visitors_erased: ({ name, to }) => `erased ${to === '1' ? 'a visitor' : `${to} visitors`} of ${name}`,
  conversation_exported: ({ name }) => `exported a conversation of ${name}`,
  conversations_exported: ({ to }) => `exported all ${to && `${to} `}conversations`,
  audit_log_exported: () => 'exported the audit log',
}

/** Describes an event, to follow the name of the user who caused it. */
export function describeAction({ action, subject }: Pick<AuditEvent, 'action' | 'subject'>): string {
  const { name = '', from = '', to = '', field = '', project = '' } = subject ?? {}
  const ofProject = project && ` of ${project}`
  return descriptions[action]({ name, from, to, field, fields: listFields(subject), ofProject })
}

function listFields(subject: AuditSubject | null) {
  const fields = subject?.changes?.map(({ field }) => `the ${toWords(field)}`) ?? []
  return (otherwise: string) => (fields.length === 0 ? otherwise : new Intl.ListFormat('en').format(fields))
}

const fieldNames: Record<string, string> = { websiteUrl: 'website', baseUrl: 'address', apiKey: 'API key' }

/** `greetingTemplate` → "greeting template" */
export function toWords(field: string): string {
  return fieldNames[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function describeCompanyChange(name: string, from: string, to: string): string {
  const field = name === 'timeZone' ? 'time zone' : name
  if (field === 'name') return `renamed the company from ${from} to ${to}`
  if (from === '') return `set the ${field} to ${to}`
  return to === '' ? `removed the ${field} ${from}` : `changed the ${field} from ${from} to ${to}`
}
