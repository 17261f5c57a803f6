import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, type ModelMessage } from 'ai'
import type { Settings } from './settings.ts'

export type Prompt = { system: string; messages: { role: 'user' | 'assistant'; content: string }[] }

/** A language model behind any OpenAI-compatible server. */
export type Model = {
  name: string
  /** @throws when the server fails, hangs for 20 s, or answers nothing; a busy one (429, 5xx) is asked twice more. */
  complete(prompt: Prompt, signal: AbortSignal): Promise<string>
}

const timeoutMs = 20_000

export function openModel(settings: Settings): Model | null {
  if (!settings.ai) return null
  const { baseUrl, model, apiKey } = settings.ai
  const provider = createOpenAICompatible({
    name: 'model-server',
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey ? { apiKey } : {}),
  })
  return {
    name: model,
    async complete({ system, messages }, signal) {
      const { text } = await generateText({
        model: provider(model),
        system,
        messages: messages as ModelMessage[],
        maxOutputTokens: 800,
        temperature: 0.2,
        maxRetries: 2,
        abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      if (text.trim() === '') throw new Error('The model answered nothing')
      return text.trim()
    },
  }
}
