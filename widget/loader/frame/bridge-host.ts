import type { Commands } from '../commands.ts'
import type { AttentionLoader } from '../launcher/attention-loader.ts'
import type { Launcher } from '../launcher/launcher.ts'
import type { View } from '../view.ts'

/** What the bridge needs of the widget. */
export type BridgeHost = {
  view: View
  launcher: Launcher
  /** The container of the frame. */
  panel: HTMLElement
  commands: Commands
  attention: AttentionLoader
  /** The frame has rendered the chat. */
  onReady(): void
  onClose(): void
}
