import { type Prompt, promptSentences } from '@aichat/contracts/ai/prompts'
import type { App } from '../app.ts'
import type { Model } from '../kit/ai/model.ts'
import { renderPrompt } from './current.ts'

/** Sample values for variables that only a real conversation has. */
const samples: Record<string, string> = {
  agentName: 'Support Assistant',
  tone: 'Friendly',
  roleDescription: 'You help with questions about orders.',
  description: '',
  styleGuide: '',
  instructions: '',
}

/** Renders a prompt with sample values, and runs it if a model is configured. */
export async function previewPrompt(
  { model, log }: { model: Model | null; log: App['log'] },
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
    log.warn({ err: error, model: model.name }, 'failed to run a prompt preview')
    return { rendered, output: null, note: promptSentences.modelFailed }
  }
}
