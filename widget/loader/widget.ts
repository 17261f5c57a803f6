import type { PublicConfig } from '@aichat/contracts/visitors'
import type { HostVisitor } from '../protocol.ts'
import type { Bridge, openBridge } from './bridge.ts'
import type { Commands } from './commands.ts'
import { drawLauncher } from './launcher.ts'
import type { Listeners } from './listeners.ts'
import { recall, remember } from './memory.ts'

export type BootOptions = {
  language?: string
  identity?: string | HostVisitor['contact']
  attributes?: HostVisitor['attributes']
  hidden?: boolean
}

export type Place = {
  origin: string
  publicKey: string
  /** Two letters. */
  language: string
  config: PublicConfig
  options: BootOptions
  listeners: Listeners
  /** Says what understands the page's commands now. */
  connect(commands: Commands | null, isAll?: boolean): void
  onShutdown(): void
}

/** Draws the launcher and opens the chat when somebody means to. */
export function createWidget(place: Place) {
  const { origin, publicKey, options, listeners } = place
  const { config, words } = place.config
  const dismissed = `aichat:${publicKey}:dismissed`
  const { behavior } = config
  let bridge: Bridge | undefined
  let loading: Promise<unknown> | undefined
  let isOpen = false
  let isOver = false
  let isTouched = recall('sessionStorage', dismissed) !== null

  const launcher = drawLauncher(() => (isOpen ? close(true) : open(true)), dismiss)
  launcher.dress(config, words)
  launcher.setTooltip(behavior.showTooltip && !isTouched)
  launcher.setShown(!options.hidden)
  launcher.box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(true)
  })
  // What is needed around the chat comes while the hand is on its way.
  launcher.button.onpointerenter = () => {
    load().catch(forgetLoading)
  }
  const commands: Commands = {
    __proto__: null as never,
    open: () => open(false),
    close: () => close(false),
    show: () => launcher.setShown(true),
    hide: () => launcher.setShown(false),
    shutdown: () => load().then(() => bridge?.shutdown(), forgetLoading),
  }
  place.connect(commands)

  if (recall('localStorage', `aichat:${publicKey}:running`)) tell(false)
  if (!isTouched) {
    if (behavior.openOnLoad) open(false)
    else if (behavior.autoOpenDelay > 0) {
      setTimeout(() => isTouched || isOver || open(false), behavior.autoOpenDelay * 1000)
    }
  }

  function open(byHand: boolean) {
    if (isOpen) return
    isTouched = true
    setOpen(true)
    launcher.button.dataset.animation = ''
    launcher.setTooltip(false)
    tell(byHand)
  }

  function close(byHand: boolean) {
    if (!isOpen) return
    setOpen(false)
    tell(false)
    dismiss()
    if (byHand) launcher.button.focus()
  }

  function setOpen(nowOpen: boolean) {
    isOpen = nowOpen
    launcher.setOpen(isOpen)
    listeners.tell(isOpen ? 'open' : 'close')
  }

  /** The first time, this makes the frame. The launcher outlives a failure: the next press tries again. */
  function tell(takesFocus: boolean) {
    load().then(
      () => bridge?.tell(isOpen, takesFocus),
      () => {
        forgetLoading()
        if (isOpen) setOpen(false)
        listeners.tell('error', 'unreachable')
      },
    )
  }

  function load(): Promise<unknown> {
    loading ??= import(`${origin}/widgets/bridge.js`).then((part: { openBridge: typeof openBridge }) => {
      bridge ??= part.openBridge(
        place,
        launcher,
        () => close(true),
        () => {
          isOver = true
          remember('sessionStorage', dismissed, null)
        },
      )
      place.connect({ ...commands, ...bridge.commands, __proto__: null as never }, true)
    })
    return loading
  }

  function forgetLoading() {
    loading = undefined
  }

  /** Who has closed it once is left in peace until they open another tab. */
  function dismiss() {
    isTouched = true
    launcher.setTooltip(false)
    remember('sessionStorage', dismissed, '1')
  }
}
