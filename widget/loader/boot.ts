import type { LauncherConfig } from '@aichat/contracts/chat/visitors'
import type { Commands } from './commands.ts'
import { fetchConfig } from './config.ts'
import type { BootOptions, WidgetContext } from './context.ts'
import type { PageEvents } from './page-events.ts'
import { forgetVisitor, setRunning } from './page-storage.ts'
import { createWidget, type Widget } from './widget.ts'

type Installation = { origin: string; publicKey: string; language: string | undefined }
type Visit = Pick<WidgetContext, 'language' | 'options' | 'fetchConfig'>

const firstRetryDelayMs = 5000

/** Starts and ends the widget of one page. A visitor may sign out and in again without a reload. */
export function createBoot(
  { origin, publicKey, language: installedLanguage }: Installation,
  events: PageEvents,
  setCommands: (commands: Commands | null, isAll?: boolean) => void,
) {
  let isBooted = false
  /** Counts boots and shutdowns, so that a boot whose config arrives later does nothing. */
  let generation = 0
  let widget: Widget | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function boot(options: BootOptions, retryDelayMs = firstRetryDelayMs) {
    if (isBooted) return
    isBooted = true
    clearTimeout(retryTimer)
    const own = ++generation
    const requested =
      options.language || installedLanguage || document.documentElement.lang || navigator.language
    const language = requested.slice(0, 2).toLowerCase()
    const visit = { language, options, fetchConfig: () => fetchConfig(origin, publicKey, language) }
    afterLoad(() => {
      visit.fetchConfig().then(
        (config) => own === generation && start(config, visit),
        () => own === generation && retryLater(options, retryDelayMs),
      )
    })
  }

  function start(config: LauncherConfig | null, visit: Visit) {
    if (!config) return fail()
    const current = createWidget({
      origin: config.widgetOrigin || origin,
      publicKey,
      config,
      ...visit,
      events,
      setCommands,
      onRemoved: end,
    })
    widget = current
    events.emit('ready')
    // A listener may have called `shutdown`.
    if (widget === current) current.start()
  }

  /** The server cannot be reached. The page may boot again earlier. */
  function retryLater(options: BootOptions, delayMs: number) {
    retryTimer = setTimeout(boot, delayMs, options, delayMs * 2)
    fail()
  }

  function fail() {
    isBooted = false
    events.emit('error', 'unavailable')
  }

  function end() {
    generation += 1
    isBooted = false
    widget = undefined
    setCommands(null)
    setRunning(publicKey, false)
  }

  function shutdown() {
    const wasBooted = isBooted
    const ended = widget
    clearTimeout(retryTimer)
    forgetVisitor(publicKey)
    end()
    ended?.shutdown()
    if (wasBooted) events.emit('shutdown')
  }

  return { boot, shutdown }
}

function afterLoad(work: () => void) {
  if (document.readyState === 'complete') work()
  else window.addEventListener('load', work)
}
