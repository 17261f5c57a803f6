import { type Prompt, promptSentences } from '@aichat/contracts/prompts'
import type { App } from '../app.ts'
import { renderPrompt } from './current.ts'

/** What stands in for the values that only a real conversation has. */
const samples: Record<string, string> = {
  agentName: 'Support Assistant',
  tone: 'Friendly',
  roleDescription: 'You help with questions about orders.',
  description: '',
  styleGuide: '',
  instructions: '',
}

/** What the model would be told, and what it answers where there is one. */
export async function previewPrompt(
  { model, log }: Pick<App, 'model' | 'log'>,
  { text }: Pick<Prompt, 'text'>,
  companyName: string,
  sample: string,
): Promise<{ rendered: string; output: string | null; note: string | null }> {
  const rendered = renderPrompt(text, { ...samples, companyName })
  if (!model) return { rendered, output: null, note: promptSentences.noModel }
  try {
    const prompt = { system: rendered, messages: [{ role: 'user' as const, content: sample }] }
    return { rendered, output: await model.complete(prompt, AbortSignal.timeout(30_000)), note: null }
  } catch (error) {
    log.warn({ err: error, model: model.name }, 'a prompt could not be tried')
    return { rendered, output: null, note: promptSentences.modelFailed }
  }
}
