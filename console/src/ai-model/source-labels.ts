import type { ModelSource } from '@aichat/contracts/ai/ai-model'

export const sourceLabels: Record<ModelSource, string> = {
  builtin: 'Built-in AI',
  installation: 'Included model',
  company: 'Your own model',
}
