import type { PublicConfig } from '@aichat/contracts/visitors'
import type { PublicWidgetContent } from '@aichat/contracts/widget'
import type { HostVisitor } from '../protocol.ts'
import type { Bridge } from './bridge.ts'
import { createBridgeLoader } from './bridge-loader.ts'
import type { Commands } from './commands.ts'
import { createLauncher, type Launcher } from './launcher.ts'
import type { PageEvents } from './page-events.ts'
import { readItem, writeItem } from './page-storage.ts'

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
  config: PublicConfig
  options: BootOptions
  events: PageEvents
  /** Sets the commands that the page can call now; `isAll` when no more will follow. */
  setCommands(commands: Commands | null, isAll?: boolean): void
  onShutdown(): void
}

/** Shows the launcher, and opens the chat on a click, on a command or as configured. */
export function createWidget(context: WidgetContext) {
  const { publicKey, options, events } = context
  const { config, words } = context.config
  const dismissedKey = `aichat:${publicKey}:dismissed`
  let isOpen = false
  /** The visitor has opened, closed or dismissed the chat in this tab, or has signed out. */
  let hasInteracted = readItem('sessionStorage', dismissedKey) !== null

  const toggle = () => (isOpen ? close(true) : open(true))
  const closeByHand = () => close(true)
  const dismiss = () => noteInteraction('1')
  const forgetInteraction = () => noteInteraction(null)
  const launcher = createLauncher(toggle, dismiss)
  const commands = createCommands(launcher, open, close, () => loadBridge())
  const loadBridge = createBridgeLoader(context, launcher, commands, closeByHand, forgetInteraction)

  function open(takesFocus: boolean) {
    if (isOpen) return
    hasInteracted = true
    setOpen(true)
    launcher.button.dataset.animation = ''
    launcher.setTooltip(false)
    updateFrame(takesFocus)
  }

  function close(returnsFocus: boolean) {
    if (!isOpen) return
    setOpen(false)
    updateFrame(false)
    dismiss()
    if (returnsFocus) launcher.button.focus()
  }

  function setOpen(nowOpen: boolean) {
    isOpen = nowOpen
    launcher.setOpen(isOpen)
    events.emit(isOpen ? 'open' : 'close')
  }

  function updateFrame(takesFocus: boolean) {
    loadBridge().then(
      ({ update }) => update(isOpen, takesFocus),
      () => {
        if (isOpen) setOpen(false)
        events.emit('error', 'unreachable')
      },
    )
  }

  /** The mark in the storage prevents automatic opening on later pages in this tab. */
  function noteInteraction(mark: '1' | null) {
    hasInteracted = true
    launcher.setTooltip(false)
    writeItem('sessionStorage', dismissedKey, mark)
  }

  launcher.applyConfig(config, words)
  launcher.setTooltip(config.behavior.showTooltip && !hasInteracted)
  launcher.setVisible(!options.hidden)
  // A handler that returns false would cancel the key.
  launcher.box.onkeydown = ({ key }) => (key === 'Escape' ? closeByHand() : undefined)
  // The pointer announces a click, so that the bridge is loaded in the meantime.
  launcher.button.onpointerenter = loadBridge
  context.setCommands(commands)
  if (readItem('localStorage', `aichat:${publicKey}:running`)) updateFrame(false)
  openAutomatically(config.behavior, () => hasInteracted || open(false))
}

function createCommands(
  launcher: Launcher,
  open: (takesFocus: boolean) => void,
  close: (returnsFocus: boolean) => void,
  loadBridge: () => Promise<Bridge>,
): Commands {
  return {
    __proto__: null as never,
    open: () => open(false),
    close: () => close(false),
    show: () => launcher.setVisible(true),
    hide: () => launcher.setVisible(false),
    // A failed load leaves nothing to shut down; the next click repeats it.
    shutdown: () =>
      loadBridge().then(
        ({ shutdown }) => shutdown(),
        () => {},
      ),
  }
}

function openAutomatically({ openOnLoad, autoOpenDelay }: PublicWidgetContent['behavior'], open: () => void) {
  if (openOnLoad) open()
  else if (autoOpenDelay > 0) setTimeout(open, autoOpenDelay * 1000)
}
