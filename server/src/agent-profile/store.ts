import type { AgentProfile } from '@aichat/contracts/ai/agent-profile'
import part from 'sql-template-tag'
import type { Sql } from '../kit/db/db.ts'

export const profileColumns = part`
  agent_name as "agentName", company_name as "companyName", tone, role_description as "roleDescription",
  greeting_template as "greetingTemplate", style_guide as "styleGuide", description, instructions`

const defaultProfile = {
  agentName: 'Support Assistant',
  tone: 'Professional',
  greetingTemplate: 'Hello, this is {agentName} from {companyName}. How can I help you today?',
} as const

export type NewProfile = { companyId: string; projectId: string; companyName: string }

export async function addProfile(sql: Sql, { companyId, projectId, companyName }: NewProfile): Promise<void> {
  const { agentName, tone, greetingTemplate } = defaultProfile
  await sql`
    insert into agent_profiles (project_id, company_id, agent_name, company_name, tone, role_description,
      greeting_template, style_guide, description, instructions)
    values (${projectId}, ${companyId}, ${agentName}, ${companyName}, ${tone}, '', ${greetingTemplate}, '', '', '')`
}

export async function getProfile(sql: Sql, projectId: string): Promise<AgentProfile> {
  const [profile] =
    await sql<AgentProfile>`select ${profileColumns} from agent_profiles where project_id = ${projectId}`
  if (!profile) throw new Error('A project has exactly one agent profile')
  return profile
}

export async function updateProfile(
  sql: Sql,
  projectId: string,
  change: Partial<AgentProfile>,
): Promise<AgentProfile> {
  const [profile] = await sql<AgentProfile>`
    update agent_profiles set
      agent_name = coalesce(${change.agentName ?? null}, agent_name),
      company_name = coalesce(${change.companyName ?? null}, company_name),
      tone = coalesce(${change.tone ?? null}, tone),
      role_description = coalesce(${change.roleDescription ?? null}, role_description),
      greeting_template = coalesce(${change.greetingTemplate ?? null}, greeting_template),
      style_guide = coalesce(${change.styleGuide ?? null}, style_guide),
      description = coalesce(${change.description ?? null}, description),
      instructions = coalesce(${change.instructions ?? null}, instructions)
    where project_id = ${projectId}
    returning ${profileColumns}`
  if (!profile) throw new Error('A project has exactly one agent profile')
  return profile
}

/** Replaces each placeholder once, in one pass, so that a value with braces is not replaced again. */
export function fillGreeting(profile: AgentProfile): string {
  return profile.greetingTemplate.replace(
    /\{(companyName|agentName)\}/g,
    (_, name: 'companyName' | 'agentName') => profile[name],
  )
}
