import type { FrameMessage } from '../../protocol.ts'
import type { WidgetContext } from '../context.ts'
import { addElement, addStyles } from '../elements.ts'
import type { Launcher } from '../launcher/launcher.ts'
import { createTitleBadge } from '../launcher/title-badge.ts'
import { createTabMarks, setForgetting, setRunning, storageKey, writeItem } from '../page-storage.ts'
import type { View } from '../view.ts'
import type { BridgeHost } from './bridge-host.ts'
import { createChatFrame, type HostState } from './chat-frame.ts'
import styles from './frame.css'
import { createLazyFrameLock } from './frame-lock-loader.ts'
import { loadLauncherHours } from './launcher-hours-loader.ts'
import { createVisitorCommands } from './visitor-commands.ts'
import { followVisualViewport } from './visual-viewport.ts'

export type Bridge = {
  /** Creates the frame. One that has failed is replaced. */
  createFrame(): void
  /** Posts the current state to the frame. */
  update(): void
  /** Deletes the visitor's data and removes the chat. */
  shutdown(): void
}

const forgetTimeoutMs = 1000

/** Connects the page with the chat in its frame. */
export function openBridge(context: WidgetContext, host: BridgeHost): Bridge {
  const { publicKey, events } = context
  const { view, launcher } = host
  const state = createHostState()
  const frame = createChatFrame(context, host, state, receive)
  const status = createStatus(context, host)
  const syncPage = createPageSync(context, view, launcher)
  const frameLock = createLazyFrameLock(publicKey, state, frame.post)
  let isRemoved = false
  const commands = createVisitorCommands(context, state, frame.post)
  context.setCommands({ ...host.commands, ...commands, __proto__: null as never }, true)

  function receive(message: FrameMessage) {
    switch (message.type) {
      case 'aichat:keep':
        return writeItem(message.kind, storageKey(publicKey, 'kept'), String(message.kept))
      case 'aichat:close':
        return host.onClose()
      case 'aichat:removed':
        isRemoved = true
        return endIfClosed()
      case 'aichat:event':
        return emitChatEvent(context, host, message)
      case 'aichat:lock':
      case 'aichat:unlock':
        return frameLock(message.type === 'aichat:lock')
      case 'aichat:forgotten':
        setForgetting(publicKey, false)
        return state.isForgetting ? remove() : frame.post()
      case 'aichat:status':
        return state.isForgetting ? undefined : status.set(message)
    }
  }

  /** Stops what runs in the background. */
  function stop() {
    frame.stopWatchingUrl()
    syncPage()
    status.stop()
  }

  function remove() {
    frame.stopReceiving()
    launcher.remove()
  }

  /** The notice that the chat was deleted stays until the visitor closes it. */
  function endIfClosed() {
    if (!isRemoved || view.isOpen || view.isEnded) return
    view.isEnded = true
    stop()
    remove()
    context.onRemoved()
    events.emit('error', 'unavailable')
  }

  return {
    createFrame: frame.create,
    update() {
      status.update()
      syncPage()
      frame.post()
      endIfClosed()
    },
    shutdown() {
      stop()
      state.isForgetting = true
      if (!frame.isReady()) return remove()
      setTimeout(remove, forgetTimeoutMs)
      frame.post()
    },
  }
}

/** A message that arrives while the chat is closed is also shown beside the launcher, as configured. */
function emitChatEvent(
  { config, events }: WidgetContext,
  { view, attention }: BridgeHost,
  { name, data, preview }: Extract<FrameMessage, { type: 'aichat:event' }>,
) {
  events.emit(name, data)
  if (!preview || view.isOpen || !config.config.behavior.showMessagePreview) return
  const { author } = data as { author: string }
  attention.load(({ showMessage }) => {
    if (!view.isOpen) showMessage(author || config.config.brand.chatName, preview)
  })
}

function createHostState(): HostState {
  return {
    visitor: { identity: '', contact: {}, attributes: {} },
    pageUrl: undefined,
    isForgetting: false,
    hasLock: false,
  }
}

/** Fits the chat into the page, and returns the function that adapts the page to the chat. */
function createPageSync({ publicKey }: WidgetContext, view: View, { box, bar }: Launcher): () => void {
  const root = box.getRootNode() as ShadowRoot
  const stopFollowing = followVisualViewport(box)
  const marks = createTabMarks(publicKey)
  addStyles(root, styles)
  // A message beside the launcher is announced.
  bar.setAttribute('aria-live', 'polite')
  function sync() {
    // An open chat stays open on the next page.
    marks.set('open', view.isOpen)
    if (view.isEnded) stopFollowing()
  }
  sync()
  return sync
}

/** Shows whether the visitor has a conversation and unread messages. */
function createStatus(context: WidgetContext, host: BridgeHost) {
  const setUnread = createUnreadCounter(context, host.launcher)
  const getHours = loadLauncherHours(context, host)
  return {
    set({ isRunning, unread }: Extract<FrameMessage, { type: 'aichat:status' }>) {
      setRunning(context.publicKey, isRunning === true)
      getHours()?.setConversation(isRunning === true)
      setUnread(Number(unread) || 0)
      if (!unread) host.attention.change(({ hideMessage }) => hideMessage())
    },
    /** The chat has been opened or closed. */
    update: () => getHours()?.update(),
    stop() {
      getHours()?.stop()
      setUnread(0, true)
    },
  }
}

/** Shows the unread count on the launcher and in the page's title, and reports changes to the page. */
function createUnreadCounter({ config, events }: WidgetContext, { spot }: Launcher) {
  const badge = addElement('output', 'badge', spot)
  badge.title = config.words?.unread ?? 'Unread'
  const setTitleBadge = createTitleBadge()
  let unread = 0
  return (count: number, isSilent = false) => {
    const text = count > 99 ? '99+' : String(count || '')
    badge.textContent = text
    setTitleBadge(text)
    if (count !== unread && !isSilent) events.emit('unread', count)
    unread = count
  }
}
