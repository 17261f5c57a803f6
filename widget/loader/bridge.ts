import type { FrameMessage, HostVisitor } from '../protocol.ts'
import { createChatFrame, type HostState, storageKey } from './chat-frame.ts'
import type { Commands } from './commands.ts'
import { addStyles } from './elements.ts'
import styles from './frame.css'
import type { Launcher } from './launcher.ts'
import type { PageEvents } from './page-events.ts'
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
  const state = createHostState(options)
  const frame = createChatFrame(context, launcher.box, state, receive)
  const setUnread = createUnreadCounter(launcher, events)
  const stopFollowing = followVisualViewport(launcher.box)
  let isRemoved = false
  addStyles(launcher.box.getRootNode() as ShadowRoot, styles)

  function receive(message: FrameMessage) {
    switch (message.type) {
      case 'aichat:keep':
        return writeItem(message.kind, storageKey(publicKey, 'kept'), String(message.kept))
      case 'aichat:close':
        return onClose()
      case 'aichat:removed':
        isRemoved = true
        return endIfClosed()
      case 'aichat:event':
        return events.emit(message.name, message.data)
      case 'aichat:forgotten':
        write('forget', null)
        return state.isForgetting ? remove() : frame.post()
      case 'aichat:status':
        if (state.isForgetting) return
        write('running', message.isRunning === true ? '1' : null)
        return setUnread(Number(message.unread) || 0)
    }
  }

  /** Stops what runs in the background, and lets the page boot another chat. */
  function stop() {
    frame.stopWatchingUrl()
    stopFollowing()
    setUnread(0, true)
    write('running', null)
    context.onShutdown()
  }

  function remove() {
    frame.stopReceiving()
    launcher.remove()
  }

  function shutdown() {
    if (state.isForgetting) return
    state.isForgetting = true
    stop()
    // Until the frame confirms the deletion, the next one begins with it.
    write('forget', '1')
    launcher.setVisible(false)
    if (frame.isLoaded()) {
      setTimeout(remove, forgetTimeoutMs)
      frame.post()
    } else remove()
    onEnd()
    events.emit('shutdown')
  }

  /** The notice that the chat was deleted stays until the visitor closes it. */
  function endIfClosed() {
    if (!isRemoved || state.isOpen) return
    stop()
    remove()
    events.emit('error', 'unavailable')
  }

  const commands = createVisitorCommands(state, frame.post)
  if (options.identity) commands.identify(options.identity)
  return {
    update(isOpen, takesFocus) {
      frame.update(isOpen, takesFocus)
      endIfClosed()
    },
    shutdown,
    commands,
  }
}

function createHostState({ attributes }: BootOptions): HostState {
  return {
    isOpen: false,
    takesFocus: false,
    visitor: { identity: '', contact: {}, attributes: { ...attributes } },
    pageUrl: undefined,
    isForgetting: false,
  }
}

/** Shows the unread count on the launcher and in the page's title, and reports changes to the page. */
function createUnreadCounter(launcher: Launcher, events: PageEvents) {
  const setTitleBadge = createTitleBadge()
  let unread = 0
  return (count: number, isSilent = false) => {
    const text = count > 99 ? '99+' : String(count || '')
    launcher.setUnread(text)
    setTitleBadge(text)
    if (count !== unread && !isSilent) events.emit('unread', count)
    unread = count
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
