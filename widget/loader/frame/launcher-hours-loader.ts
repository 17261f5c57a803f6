import type { WidgetContext } from '../context.ts'
import type { BridgeHost } from '../frame/bridge-host.ts'
import type { LauncherHours } from './launcher-hours.ts'

/** Loads what follows the business hours, for companies that hide the launcher outside of them. */
export function loadLauncherHours(context: WidgetContext, host: BridgeHost): () => LauncherHours | undefined {
  let hours: LauncherHours | undefined
  if (context.config.hours?.outsideHours === 'hide') {
    import('./launcher-hours.ts').then(
      ({ createLauncherHours }) => {
        if (!host.view.isEnded) hours = createLauncherHours(context, host)
      },
      () => {
        // The launcher does not change until the next page.
      },
    )
  }
  return () => hours
}
