import * as z from 'zod/mini'
import { optionalLine, optionalText, requiredLine } from '../kit/common.ts'
import { routes } from '../kit/route.ts'

export const agentTones = ['Professional', 'Friendly', 'Technical'] as const

export const agentProfileLimits = { agentName: 60, companyName: 120, text: 2000 } as const

export const agentProfileSentences = {
  agentName: 'Agent name is required',
  loadFailed: 'Failed to load agent profile',
  saveFailed: 'Failed to save agent profile',
  dataUseFailed: 'Failed to load how the AI assistant uses data',
} as const

/** The AI's persona. `{companyName}` and `{agentName}` in the greeting template are placeholders. */
export const agentProfile = z.object({
  agentName: requiredLine(agentProfileLimits.agentName, agentProfileSentences.agentName),
  companyName: optionalLine(agentProfileLimits.companyName),
  tone: z.enum(agentTones, 'Choose Professional, Friendly or Technical'),
  roleDescription: optionalText(agentProfileLimits.text),
  greetingTemplate: optionalText(agentProfileLimits.text),
  styleGuide: optionalText(agentProfileLimits.text),
  description: optionalText(agentProfileLimits.text),
  instructions: optionalText(agentProfileLimits.text),
})
export type AgentProfile = z.output<typeof agentProfile>

/** A model and the host that receives what it reads. */
const connectedModel = z.object({ name: z.string(), host: z.string() })
export const dataUse = z.object({ model: z.nullable(connectedModel), embedding: z.nullable(connectedModel) })
export type DataUse = z.output<typeof dataUse>

export const agentProfileRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/profile',
    summary: 'Retrieve the agent profile',
    access: { permission: 'profile.read', rateLimit: 'none', audit: 'none' },
    response: agentProfile,
  },
  dataUse: {
    method: 'GET',
    path: '/api/projects/:projectId/agent/data-use',
    summary: 'List the AI models that receive data of the project; null without one',
    access: { permission: 'profile.read', rateLimit: 'none', audit: 'none' },
    response: dataUse,
  },
  save: {
    method: 'PUT',
    path: '/api/projects/:projectId/agent/profile',
    summary: 'Update the agent profile; omitted fields keep their value',
    access: { permission: 'profile.manage', rateLimit: 'none', audit: ['profile_changed'] },
    body: z.partial(agentProfile),
    response: agentProfile,
  },
})
