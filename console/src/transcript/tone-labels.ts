import type { WritingTone } from '@aichat/contracts/chat/writing'

export const toneLabels: Record<WritingTone, string> = {
  formal: 'Formal',
  friendly: 'Friendly',
  neutral: 'Neutral',
}
