import type { Bridge, openBridge } from './bridge.ts'
import type { Commands } from './commands.ts'
import type { Launcher } from './launcher.ts'
import type { WidgetContext } from './widget.ts'

/** The build replaces it with the hash of all files but the loader. */
declare const WIDGET_VERSION: string

/** Loads the code around the chat's frame when it is first needed, and adds its commands. A failed load is retried. */
export function createBridgeLoader(
  context: WidgetContext,
  launcher: Launcher,
  commands: Commands,
  onClose: () => void,
  onEnd: () => void,
): () => Promise<Bridge> {
  let loading: Promise<Bridge> | undefined
  return () => {
    loading ??= import(`${context.origin}/widgets/${WIDGET_VERSION}/bridge.js`).then(
      (module: { openBridge: typeof openBridge }) => {
        const bridge = module.openBridge(context, launcher, onClose, onEnd)
        context.setCommands({ ...commands, ...bridge.commands, __proto__: null as never }, true)
        return bridge
      },
    )
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
}
