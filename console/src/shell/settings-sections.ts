import type { Permission } from '@aichat/contracts/company/permissions'
import { paths } from '../paths.ts'

export type SettingsSection = {
  to: string
  label: string
  /** Other words by which the command palette finds the section. */
  keywords: string
  /** Other users see the section, and that it is not for them. */
  permission?: Permission
}

export const settingsSections: readonly SettingsSection[] = [
  {
    to: paths.preferences,
    label: 'Preferences',
    keywords: 'theme, dark mode, density, sound, notifications, alerts, shortcuts',
  },
  {
    to: paths.companySettings,
    label: 'Company',
    keywords: 'organization, workspace, name, domain, time zone',
    permission: 'company.manage',
  },
  {
    to: paths.emailSettings,
    label: 'Email',
    keywords: 'mail, sender, notifications to visitors',
    permission: 'company.manage',
  },
  {
    to: paths.aiModel,
    label: 'AI model',
    keywords: 'llm, openai, gpt, anthropic, claude, mistral, ollama, bot',
    permission: 'usage.read',
  },
  {
    to: paths.usage,
    label: 'AI usage',
    keywords: 'tokens, cost, spending, quota, limits, billing',
    permission: 'usage.read',
  },
  {
    to: paths.businessHours,
    label: 'Business hours',
    keywords: 'opening hours, schedule, holidays, away, office hours',
    permission: 'hours.manage',
  },
  {
    to: paths.apiKeys,
    label: 'API keys',
    keywords: 'tokens, developer, integration, access',
    permission: 'api_keys.manage',
  },
  {
    to: paths.webhooks,
    label: 'Webhooks',
    keywords: 'integration, zapier, slack, events, developer',
    permission: 'webhooks.manage',
  },
  {
    to: paths.dataSettings,
    label: 'Data retention',
    keywords: 'gdpr, privacy, delete, erase, personal data',
    permission: 'retention.manage',
  },
  {
    to: paths.auditLog,
    label: 'Audit log',
    keywords: 'activity, history, security, changes',
    permission: 'audit.read',
  },
]
