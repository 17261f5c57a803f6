import type { WidgetContent } from './widget.ts'

/** Which moment of a visit the preview shows. */
export type PreviewState = 'first_visit' | 'returning' | 'offline'

/** What the console posts into the preview frame, whole each time; the frame never asks for anything else. */
export type PreviewMessage = {
  type: 'aichat:preview'
  config: WidgetContent
  projectName: string
  state: PreviewState
}
