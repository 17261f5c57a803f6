import type { PublicConfig } from '@aichat/contracts/visitors'
import { type Commands, installCommands, isInstalled } from './commands.ts'
import { fetchConfig } from './config.ts'
import { ownScript } from './own-script.ts'
import { createPageEvents } from './page-events.ts'
import { type BootOptions, createWidget } from './widget.ts'

// An error here must not affect the website.
try {
  install()
} catch {}

function install() {
  const script = ownScript()
  if (!script?.dataset.key || isInstalled()) return
  const { key: publicKey, language: scriptLanguage, boot: bootMode } = script.dataset
  const { origin } = new URL(script.src)
  const events = createPageEvents()
  let isBooted = false
  const permanentCommands: Commands = {
    __proto__: null as never,
    on: events.on,
    off: events.off,
    boot: (options?: BootOptions) => boot(options ?? {}),
  }
  const setCommands = installCommands(permanentCommands, () => events.emit('error', 'unknown_command'))

  function boot(options: BootOptions) {
    if (isBooted) return
    isBooted = true
    const requested =
      options.language || scriptLanguage || document.documentElement.lang || navigator.language
    const language = requested.slice(0, 2).toLowerCase()
    const onShutdown = () => {
      isBooted = false
      setCommands(null)
    }
    const start = (config: PublicConfig) => {
      createWidget({
        origin: config.widgetOrigin || origin,
        publicKey,
        language,
        config,
        options,
        events,
        setCommands,
        onShutdown,
      })
      events.emit('ready')
    }
    afterLoad(() => {
      fetchConfig(origin, publicKey, language)
        .then(start)
        // Without a config, nothing is shown.
        .catch(() => events.emit('error', 'unavailable'))
    })
  }

  if (bootMode !== 'manual') boot({})
}

function afterLoad(work: () => void) {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', work)
}
