import type { AgentProfile } from '@aichat/contracts/ai/agent-profile'

/** Renders the greeting: each placeholder is replaced once, and the values are not evaluated. */
export function renderGreeting({ greetingTemplate, companyName, agentName }: AgentProfile): string {
  const values: Record<string, string> = { companyName, agentName }
  return greetingTemplate.replace(/\{(companyName|agentName)\}/g, (_, name: string) => values[name] ?? '')
}
