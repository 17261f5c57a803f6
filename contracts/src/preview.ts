import type { Faq } from './faq.ts'
import type { Message } from './messages.ts'
import type { WidgetContent } from './widget.ts'

/** Which moment of a visit the preview shows. */
export type PreviewState = 'first_visit' | 'returning' | 'offline' | 'prechat' | 'faq' | 'ai_answer'
export type PreviewDevice = 'desktop' | 'phone'
export type PreviewTheme = 'light' | 'dark'

/** What the console posts into the preview frame, whole each time; the frame never asks for anything else. */
export type PreviewMessage = {
  type: 'aichat:preview'
  config: WidgetContent
  projectName: string
  state: PreviewState
  device: PreviewDevice
  theme: PreviewTheme
  faqs: Faq[]
  faqEnabled: boolean
  /** The conversation of the state that shows an answer. */
  messages: Message[]
}
