import type { LauncherConfig } from '@aichat/contracts/chat/visitors'
import type { HostVisitor } from '../protocol.ts'
import type { Commands } from './commands.ts'
import type { PageEvents } from './page-events.ts'

export type BootOptions = {
  language?: string
  identity?: string | HostVisitor['contact']
  attributes?: HostVisitor['attributes']
  hidden?: boolean
}

export type WidgetContext = {
  origin: string
  publicKey: string
  /** Two letters. */
  language: string
  config: LauncherConfig
  fetchConfig(): Promise<LauncherConfig | null>
  options: BootOptions
  events: PageEvents
  /** Sets the commands that the page can call now; `isAll` when no more will follow. */
  setCommands(commands: Commands, isAll?: boolean): void
  /** The chat has been deleted, so that the page may boot another one. */
  onRemoved(): void
}
