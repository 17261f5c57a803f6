import type { WritingTone } from '@aichat/contracts/writing'

export const toneLabels: Record<WritingTone, string> = {
  formal: 'Formal',
  friendly: 'Friendly',
  neutral: 'Neutral',
}
