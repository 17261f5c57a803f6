import type { PublicConfig } from '@aichat/contracts/visitors'
import { type Commands, installCommands, isInstalled } from './commands.ts'
import { fetchConfig } from './config.ts'
import { createListeners } from './listeners.ts'
import { ownScript } from './own-script.ts'
import { type BootOptions, createWidget } from './widget.ts'

// A stranger's page must not notice when something here goes wrong.
try {
  begin()
} catch {}

function begin() {
  const script = ownScript()
  const data = script?.dataset
  const publicKey = data?.key
  if (!script || !publicKey || isInstalled()) return
  const { origin } = new URL(script.src)
  const listeners = createListeners()
  let isBooted = false
  const always: Commands = {
    __proto__: null as never,
    on: listeners.on,
    off: listeners.off,
    boot: (options?: BootOptions) => boot(options ?? {}),
  }
  const connect = installCommands(always, () => listeners.tell('error', 'unknown_command'))

  function boot(options: BootOptions) {
    if (isBooted) return
    isBooted = true
    const wanted = options.language || data?.language || document.documentElement.lang || navigator.language
    const language = wanted.slice(0, 2).toLowerCase()
    const onShutdown = () => {
      isBooted = false
      connect(null)
    }
    const draw = (config: PublicConfig) => {
      createWidget({
        origin,
        publicKey: publicKey as string,
        language,
        config,
        options,
        listeners,
        connect,
        onShutdown,
      })
      listeners.tell('ready')
    }
    afterLoad(() => {
      fetchConfig(origin, publicKey as string, language)
        .then(draw)
        // Not published, not reachable or not understood: the page stays as it is.
        .catch(() => listeners.tell('error', 'unavailable'))
    })
  }

  if (data?.boot !== 'manual') boot({})
}

function afterLoad(work: () => void) {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', work)
}
