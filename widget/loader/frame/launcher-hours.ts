import { followHours, hidesLauncher } from '../../follow-hours.ts'
import type { WidgetContext } from '../context.ts'
import type { BridgeHost } from '../frame/bridge-host.ts'
import { isRunning } from '../page-storage.ts'

export type LauncherHours = {
  /** The chat has been opened or closed. */
  update(): void
  setConversation(isRunning: boolean): void
  stop(): void
}

/** Hides the launcher outside business hours, unless the chat is open or there is a conversation. */
export function createLauncherHours(
  { publicKey, config, fetchConfig }: WidgetContext,
  { view, launcher }: BridgeHost,
): LauncherHours {
  let { hours } = config
  let hasConversation = isRunning(publicKey)

  function update() {
    launcher.bar.hidden = hidesLauncher(hours) && !view.isOpen && !hasConversation
  }

  update()
  return {
    update,
    setConversation(isRunning) {
      hasConversation = isRunning
      update()
    },
    stop: followHours(
      () => hours,
      fetchConfig,
      (next) => {
        hours = next
        update()
      },
    ),
  }
}
