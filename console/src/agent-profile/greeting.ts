import type { AgentProfile } from '@aichat/contracts/agent-profile'

/** The greeting as visitors will read it: each placeholder replaced once, nothing else evaluated. */
export function renderGreeting({ greetingTemplate, companyName, agentName }: AgentProfile): string {
  const values: Record<string, string> = { companyName, agentName }
  return greetingTemplate.replace(/\{(companyName|agentName)\}/g, (_, name: string) => values[name] ?? '')
}
