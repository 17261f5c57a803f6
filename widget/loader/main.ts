import { createBoot } from './boot.ts'
import { type Commands, installCommands, isInstalled } from './commands.ts'
import type { BootOptions } from './context.ts'
import { ownScript } from './own-script.ts'
import { createPageEvents } from './page-events.ts'

// An error here must not affect the website.
try {
  install()
} catch {}

function install() {
  const script = ownScript()
  if (!script?.dataset.key || isInstalled()) return
  const { key: publicKey, language, boot: bootMode } = script.dataset
  const { origin } = new URL(script.src)
  const events = createPageEvents()
  const commands: Commands = { __proto__: null as never, on: events.on, off: events.off }
  const { setCommands, start } = installCommands(commands, () => events.emit('error', 'unknown_command'))
  const { boot, shutdown } = createBoot({ origin, publicKey, language }, events, setCommands)
  commands.boot = (options?: BootOptions) => boot(options ?? {})
  commands.shutdown = shutdown
  start()
  if (bootMode !== 'manual') boot({})
}
