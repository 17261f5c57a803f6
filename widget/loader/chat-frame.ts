import {
  type FrameMessage,
  type HostMessage,
  type HostVisitor,
  hostParameter,
  languageParameter,
} from '../protocol.ts'
import { readItem } from './page-storage.ts'
import type { WidgetContext } from './widget.ts'

/** The part of the host message that can change. */
export type HostState = {
  isOpen: boolean
  takesFocus: boolean
  visitor: HostVisitor
  /** Set by the command `page`; otherwise the address of the page. */
  pageUrl: string | undefined
  isForgetting: boolean
}

const maxUrlLength = 2000
const urlCheckIntervalMs = 1000

export const storageKey = (publicKey: string, name: string) => `aichat:${publicKey}:${name}`

/** Creates the chat's frame and exchanges messages with it, always with its exact origin. */
export function createChatFrame(
  context: WidgetContext,
  box: HTMLElement,
  state: HostState,
  onMessage: (message: FrameMessage) => void,
) {
  const { origin, events } = context
  let frame: HTMLIFrameElement | undefined
  let isLoaded = false
  let lastUrl = ''

  function post() {
    if (!isLoaded) return
    lastUrl = location.href
    const message = createHostMessage(context, state)
    if (state.takesFocus) frame?.focus()
    if (!message.isForgetting) state.takesFocus = false
    try {
      frame?.contentWindow?.postMessage(message, origin)
    } catch {
      // The page passed a value that cannot be cloned, such as a function.
      events.emit('error', 'not_sendable')
    }
  }

  function receive({ source, origin: from, data }: MessageEvent) {
    if (frame && source === frame.contentWindow && from === origin && data) onMessage(data)
  }

  window.addEventListener('message', receive)
  // A single-page app changes its address without an event.
  const timer = setInterval(() => {
    if (frame && location.href !== lastUrl) post()
  }, urlCheckIntervalMs)

  return {
    isLoaded: () => isLoaded,
    post,
    /** Creates the frame the first time, and posts the state. */
    update(isOpen: boolean, takesFocus: boolean) {
      state.isOpen = isOpen
      state.takesFocus = takesFocus
      if (!frame) {
        frame = createFrameElement(context)
        frame.onload = () => {
          isLoaded = true
          post()
        }
        box.prepend(frame)
      }
      post()
    },
    stopWatchingUrl: () => clearInterval(timer),
    stopReceiving: () => window.removeEventListener('message', receive),
  }
}

function createFrameElement({ origin, publicKey, language, config }: WidgetContext): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = config.config.brand.chatName
  frame.allow = 'clipboard-write; autoplay'
  const query = new URLSearchParams([
    [hostParameter, location.origin],
    [languageParameter, language],
  ])
  frame.src = `${origin}/widgets/frame/${encodeURIComponent(publicKey)}?${query}`
  return frame
}

function createHostMessage({ publicKey, language }: WidgetContext, state: HostState): HostMessage {
  const key = (name: string) => storageKey(publicKey, name)
  return {
    type: 'aichat:host',
    isOpen: state.isOpen,
    takesFocus: state.takesFocus,
    visitor: state.visitor,
    isForgetting: state.isForgetting || readItem('localStorage', key('forget')) !== null,
    page: {
      url: (state.pageUrl ?? location.href).slice(0, maxUrlLength),
      referrer: document.referrer.slice(0, maxUrlLength),
      language,
    },
    kept: {
      localStorage: readItem('localStorage', key('kept')),
      sessionStorage: readItem('sessionStorage', key('kept')),
    },
  }
}
