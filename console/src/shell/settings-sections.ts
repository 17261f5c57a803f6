import type { Permission } from '@aichat/contracts/company/permissions'
import { paths } from '../paths.ts'

export type SettingsSection = {
  to: string
  label: string
  /** Other users see the section, and that it is not for them. */
  permission?: Permission
}

export const settingsSections: readonly SettingsSection[] = [
  { to: paths.preferences, label: 'Preferences' },
  { to: paths.companySettings, label: 'Company', permission: 'company.manage' },
  { to: paths.aiModel, label: 'AI model', permission: 'usage.read' },
  { to: paths.usage, label: 'AI usage', permission: 'usage.read' },
  { to: paths.businessHours, label: 'Business hours', permission: 'hours.manage' },
  { to: paths.apiKeys, label: 'API keys', permission: 'api_keys.manage' },
  { to: paths.webhooks, label: 'Webhooks', permission: 'webhooks.manage' },
  { to: paths.dataSettings, label: 'Data retention', permission: 'retention.manage' },
  { to: paths.auditLog, label: 'Audit log', permission: 'audit.read' },
]
