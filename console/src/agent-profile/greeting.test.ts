import type { AgentProfile } from '@aichat/contracts/ai/agent-profile'
import { expect, test } from 'vitest'
import { renderGreeting } from './greeting.ts'

test('replaces placeholders once and does not evaluate their values', () => {
  const profile = {
    greetingTemplate: 'I am {agentName} of {companyName}, {other}',
    agentName: '{companyName} $&',
    companyName: 'Acme',
  } as AgentProfile
  expect(renderGreeting(profile)).toBe('I am {companyName} $& of Acme, {other}')
})
