import type { LauncherConfig } from '@aichat/contracts/chat/visitors'
import { hidesLauncher } from '../follow-hours.ts'
import type { Commands } from './commands.ts'
import type { WidgetContext } from './context.ts'
import { createBridgeLoader } from './frame/bridge-loader.ts'
import { createChatLoader } from './frame/chat-loader.ts'
import { createPanel } from './frame/panel.ts'
import { createAttentionLoader, startAttention } from './launcher/attention-loader.ts'
import { englishLabels } from './launcher/labels.ts'
import { createLauncher, type Launcher } from './launcher/launcher.ts'
import { fullScreen } from './page-lock.ts'
import { createTabMarks, isRunning } from './page-storage.ts'
import { createView, type View } from './view.ts'

export type Widget = {
  /** Performs queued commands, and opens the chat as configured. */
  start(): void
  /** The visitor has signed out of the website: removes the chat and the visitor's data. */
  shutdown(): void
}

/** Shows the launcher, and opens the chat on a click, on a command or as configured. */
export function createWidget(context: WidgetContext): Widget {
  const { publicKey, options, events } = context
  const { config, hours } = context.config
  const labels = { ...englishLabels, ...context.config.words }
  const marks = createTabMarks(publicKey)
  /** The visitor has opened, closed or dismissed the chat in this tab. */
  let hasInteracted = marks.has('closed')
  let opensWhenReady = false

  const launcher = createLauncher(labels, () => (view.isOpen ? closeByHand() : open(true)))
  const attention = createAttentionLoader(context, launcher, () => open(true), dismiss)
  const panel = createPanel(launcher.box, context, labels, closeByHand)
  const view = createView(launcher, events, () => bridges.get()?.update())
  const commands = createCommands(view, () => open(false))
  const bridges = createBridgeLoader(context, {
    ...{ view, launcher, attention, commands, panel: panel.element },
    onReady() {
      loader.handleReady()
      if (opensWhenReady) open(false)
    },
    onClose: closeByHand,
  })
  const loader = createChatLoader(panel, events, bridges)

  function open(takesFocus: boolean) {
    if (view.isOpen) return
    view.takesFocus = takesFocus
    noteInteraction()
    loader.load()
    view.setOpen(true)
    if (takesFocus) panel.element.focus()
  }

  function closeByHand() {
    if (!view.isOpen) return
    view.setOpen(false)
    dismiss()
    launcher.button.focus()
  }

  /** The mark prevents automatic opening on later pages in this tab. */
  function dismiss() {
    noteInteraction()
    marks.set('closed', true)
  }

  function noteInteraction() {
    hasInteracted = true
    opensWhenReady = false
    attention.change(({ stop }) => stop())
  }

  /** A chat that cannot be loaded covers the page only if the visitor has opened it. */
  function openWhenReady() {
    opensWhenReady = !loader.load()
    if (!opensWhenReady) open(false)
  }

  configureLauncher(launcher, context)
  startAttention(attention, config, () => hasInteracted)
  if (options.hidden) view.setVisible(false)
  handleIntent(launcher, closeByHand, bridges.load)

  return {
    start() {
      context.setCommands(commands)
      if (hours?.outsideHours === 'hide') bridges.load() // It shows the launcher when hours begin.
      if (isRunning(publicKey)) loader.load()
      if (!marks.has('open'))
        openAsConfigured(config.behavior, () => hasInteracted || launcher.bar.hidden || openWhenReady())
      // An open chat stays open over a change of page.
      else if (fullScreen.matches) openWhenReady()
      else open(false)
    },
    shutdown() {
      view.isEnded = true
      loader.stop()
      view.setOpen(false)
      view.setVisible(false)
      noteInteraction()
      // Without a bridge, there is no frame with data to delete.
      ;(bridges.get()?.shutdown ?? launcher.remove)()
    },
  }
}

function configureLauncher(launcher: Launcher, { publicKey, config: { config, hours } }: WidgetContext) {
  launcher.applyConfig(config)
  launcher.bar.hidden = hidesLauncher(hours) && !isRunning(publicKey)
}

function createCommands(view: View, open: () => void): Commands {
  return {
    __proto__: null as never,
    open,
    close: () => view.setOpen(false),
    show: () => view.setVisible(true),
    hide: () => view.setVisible(false),
  }
}

function handleIntent({ box, button }: Launcher, close: () => void, loadBridge: () => void) {
  box.onkeydown = ({ key }) => {
    if (key === 'Escape') close()
  }
  // The pointer announces a click, so that the bridge is loaded in the meantime.
  button.onpointerenter = loadBridge
}

function openAsConfigured(
  { openOnLoad, autoOpenDelay }: LauncherConfig['config']['behavior'],
  open: () => void,
) {
  if (openOnLoad) open()
  else if (autoOpenDelay > 0) setTimeout(open, autoOpenDelay * 1000)
}
