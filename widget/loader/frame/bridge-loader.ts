import type { WidgetContext } from '../context.ts'
import { importModule } from '../import-module.ts'
import type { Bridge, openBridge } from './bridge.ts'
import type { BridgeHost } from './bridge-host.ts'

export type BridgeLoader = {
  get(): Bridge | undefined
  load(): Promise<Bridge>
  /** Gives up the current attempt to load it. */
  reset(): void
}

/** Loads the code around the chat's frame when it is first needed. */
export function createBridgeLoader(context: WidgetContext, host: BridgeHost): BridgeLoader {
  let bridge: Bridge | undefined
  let loading: Promise<Bridge> | undefined
  let failures = 0

  function load() {
    if (loading) return loading
    // Some browsers cache the failure of a module by its address.
    const query = failures ? `?${failures}` : ''
    loading = importModule<{ openBridge: typeof openBridge }>(context.origin, 'bridge', query).then(
      (module) => {
        if (host.view.isEnded) throw 0
        bridge ??= module.openBridge(context, host)
        return bridge
      },
    )
    loading.catch(reset)
    return loading
  }

  function reset() {
    failures += 1
    if (!bridge) loading = undefined
  }

  return { get: () => bridge, load, reset }
}
