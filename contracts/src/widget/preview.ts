import type { PublicFaq } from '../ai/faq.ts'
import type { Message } from '../chat/messages.ts'
import type { PublicWidgetContent } from './widget.ts'

/** The moment of a visit that the preview shows. */
export type PreviewState = 'first_visit' | 'returning' | 'offline' | 'prechat' | 'faq' | 'ai_answer'
export type PreviewDevice = 'desktop' | 'phone'
export type PreviewTheme = 'light' | 'dark'

/** The full state that the console posts to the preview frame on every change. */
export type PreviewMessage = {
  type: 'aichat:preview'
  config: PublicWidgetContent
  state: PreviewState
  device: PreviewDevice
  theme: PreviewTheme
  faqs: PublicFaq[]
  faqEnabled: boolean
  /** The sample conversation of the `ai_answer` state. */
  messages: Message[]
}
