import type { FrameMessage, HostVisitor } from '../protocol.ts'
import { createChatFrame, type HostState, storageKey } from './chat-frame.ts'
import type { Commands } from './commands.ts'
import { addStyles } from './elements.ts'
import styles from './frame.css'
import type { Launcher } from './launcher.ts'
import { writeItem } from './page-storage.ts'
import { createTitleBadge } from './title-badge.ts'
import { followVisualViewport } from './visual-viewport.ts'
import type { BootOptions, WidgetContext } from './widget.ts'

export type Bridge = {
  /** Creates the frame the first time. */
  update(isOpen: boolean, takesFocus: boolean): void
  /** The visitor has signed out of the website: deletes their data and removes the chat. */
  shutdown(): void
  commands: Commands
}

const forgetTimeoutMs = 1000

/** Connects the page with the chat in its frame. */
export function openBridge(
  context: WidgetContext,
  launcher: Launcher,
  onClose: () => void,
  onEnd: () => void,
): Bridge {
  const { publicKey, options, events } = context
  const write = (name: string, value: string | null) =>
    writeItem('localStorage', storageKey(publicKey, name), value)
  const state: HostState = {
    isOpen: false,
    takesFocus: false,
    visitor: { identity: '', contact: {}, attributes: { ...options.attributes } },
    pageUrl: undefined,
    isForgetting: false,
  }
  const frame = createChatFrame(context, launcher.box, state, receive)
  const setTitleBadge = createTitleBadge()
  const stopFollowing = followVisualViewport(launcher.box)
  let unread = 0
  addStyles(launcher.box.getRootNode() as ShadowRoot, styles)

  function receive(message: FrameMessage) {
    switch (message.type) {
      case 'aichat:keep':
        return writeItem(message.kind, storageKey(publicKey, 'kept'), String(message.kept))
      case 'aichat:close':
        return onClose()
      case 'aichat:event':
        return events.emit(message.name, message.data)
      case 'aichat:forgotten':
        write('forget', null)
        return state.isForgetting ? remove() : frame.post()
      case 'aichat:status':
        return setStatus(Number(message.unread) || 0, message.isRunning === true)
    }
  }

  function setStatus(count: number, isRunning: boolean) {
    if (state.isForgetting) return
    write('running', isRunning ? '1' : null)
    const text = count > 99 ? '99+' : String(count || '')
    launcher.setUnread(text)
    setTitleBadge(text)
    if (count !== unread) events.emit('unread', count)
    unread = count
  }

  function remove() {
    frame.stopReceiving()
    launcher.remove()
  }

  function shutdown() {
    if (state.isForgetting) return
    state.isForgetting = true
    frame.stopWatchingUrl()
    stopFollowing()
    setTitleBadge('')
    write('running', null)
    // Until the frame confirms the deletion, the next one begins with it.
    write('forget', '1')
    launcher.setVisible(false)
    if (frame.isLoaded()) {
      setTimeout(remove, forgetTimeoutMs)
      frame.post()
    } else remove()
    onEnd()
    context.onShutdown()
    events.emit('shutdown')
  }

  const commands = createVisitorCommands(state, frame.post)
  if (options.identity) commands.identify(options.identity)
  return {
    update(isOpen, takesFocus) {
      state.isOpen = isOpen
      state.takesFocus = takesFocus
      frame.update()
    },
    shutdown,
    commands,
  }
}

function createVisitorCommands(state: HostState, post: () => void) {
  const { visitor } = state
  return {
    identify(identity: NonNullable<BootOptions['identity']>) {
      if (typeof identity === 'string') visitor.identity = identity
      else visitor.contact = identity
      post()
    },
    attributes(attributes: HostVisitor['attributes']) {
      visitor.attributes = { ...visitor.attributes, ...attributes }
      post()
    },
    page(url?: string) {
      state.pageUrl = url
      post()
    },
  }
}
