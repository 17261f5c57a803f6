import * as z from 'zod/mini'
import { optionalLine, requiredText, time } from '../kit/common.ts'
import { perCompany, type RateLimit } from '../kit/rate-limit.ts'
import { routes } from '../kit/route.ts'

export const promptKeys = ['answer', 'rewrite', 'faq', 'summary', 'topic'] as const
export const promptKey = z.enum(promptKeys)
export type PromptKey = z.output<typeof promptKey>

export const promptLimits = { text: 8000, note: 200, sample: 4000, versions: 100 } as const

export const promptSentences = {
  text: 'Enter the prompt',
  longText: 'Use at most 8000 characters',
  sample: 'Enter a sample to try the prompt with',
  noModel: 'No AI model is connected. This is the prompt it would receive.',
  modelFailed: "The AI model didn't respond. Please try again.",
  notAllowed: "You don't have access to Prompts.",
} as const

/** A placeholder like {name}. Placeholders that are not variables of the prompt stay in the text. */
export const promptVariable = z.object({ name: z.string(), description: z.string() })

export const prompt = z.object({
  key: promptKey,
  name: z.string(),
  description: z.string(),
  variables: z.array(promptVariable),
  text: z.string(),
  isCustom: z.boolean(),
  /** Always true: the product uses every prompt. */
  isUsed: z.boolean(),
  /** 0 for the default text; each change by the company increments it. */
  version: z.int(),
  updatedAt: z.nullable(time),
  updatedBy: z.nullable(z.string()),
})
export type Prompt = z.output<typeof prompt>

export const promptVersion = z.object({
  version: z.int(),
  text: z.string(),
  note: z.string(),
  /** The version restored the default text. */
  isDefault: z.boolean(),
  createdAt: time,
  createdBy: z.nullable(z.string()),
})
export type PromptVersion = z.output<typeof promptVersion>

const promptText = requiredText(promptLimits.text, promptSentences.text, promptSentences.longText)

export const promptRateLimits = {
  tryPrompt: { name: 'tryPrompt', points: 60, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

export const promptRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/superadmin/prompts',
    summary: 'List prompts',
    access: { permission: 'prompts.manage', rateLimit: 'none', audit: 'none' },
    response: z.object({ prompts: z.array(prompt) }),
  },
  save: {
    method: 'PUT',
    path: '/api/superadmin/prompts/:key',
    summary: 'Update a prompt; earlier versions are kept',
    access: { permission: 'prompts.manage', rateLimit: 'none', audit: ['prompt_changed'] },
    body: z.object({ text: promptText, note: z.optional(optionalLine(promptLimits.note)) }),
    response: prompt,
  },
  reset: {
    method: 'DELETE',
    path: '/api/superadmin/prompts/:key',
    summary: 'Reset a prompt to the default text',
    access: { permission: 'prompts.manage', rateLimit: 'none', audit: ['prompt_changed'] },
    response: prompt,
  },
  versions: {
    method: 'GET',
    path: '/api/superadmin/prompts/:key/versions',
    summary: 'List the versions of a prompt, newest first',
    access: { permission: 'prompts.manage', rateLimit: 'none', audit: 'none' },
    response: z.object({ versions: z.array(promptVersion) }),
  },
  tryOut: {
    method: 'POST',
    path: '/api/superadmin/prompts/:key/try',
    summary: 'Try a saved or unsaved prompt with a sample',
    access: {
      permission: 'prompts.manage',
      rateLimit: perCompany(promptRateLimits.tryPrompt),
      audit: 'none',
    },
    body: z.object({
      text: z.optional(promptText),
      sample: requiredText(promptLimits.sample, promptSentences.sample),
    }),
    response: z.object({
      rendered: z.string(),
      output: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  },
})
