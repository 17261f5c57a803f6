import {
  type FrameMessage,
  type HostMessage,
  type HostVisitor,
  hostParameter,
  languageParameter,
} from '../../protocol.ts'
import type { WidgetContext } from '../context.ts'
import { isForgetting, readItem, storageKey } from '../page-storage.ts'
import type { BridgeHost } from './bridge-host.ts'

/** The part of the host message that the page's commands can change. */
export type HostState = {
  visitor: HostVisitor
  /** Set by the command `page`; otherwise the address of the page. */
  pageUrl: string | undefined
  isForgetting: boolean
  hasLock: boolean
}

const maxUrlLength = 2000
const urlCheckIntervalMs = 1000

/** Creates the chat's frame and exchanges messages with it, always with its exact origin. */
export function createChatFrame(
  context: WidgetContext,
  { view, panel, onReady }: BridgeHost,
  state: HostState,
  onMessage: (message: FrameMessage) => void,
) {
  const { origin } = context
  let frame: HTMLIFrameElement | undefined
  /** The frame has a document, which may be the browser's error page. */
  let isLoaded = false
  /** The frame has rendered the chat. */
  let isReady = false
  let lastUrl = ''

  function create() {
    if (isReady || view.isEnded) return
    frame?.remove()
    isLoaded = false
    const created = createFrameElement(context)
    created.onload = () => {
      isLoaded = frame === created
      post()
    }
    frame = created
    panel.append(created)
  }

  function post() {
    if (!isLoaded) return
    lastUrl = location.href
    const takesFocus = isReady && view.takesFocus && hasFocus(panel)
    if (isReady) view.takesFocus = false
    if (takesFocus) frame?.focus()
    frame?.contentWindow?.postMessage(createHostMessage(context, state, view.isOpen, takesFocus), origin)
  }

  function receive({ source, origin: from, data }: MessageEvent) {
    if (!frame || source !== frame.contentWindow || from !== origin || !data) return
    if (data.type === 'aichat:ready' && !isReady) {
      isReady = true
      onReady()
      post()
    }
    onMessage(data)
  }

  window.addEventListener('message', receive)
  // A single-page app changes its address without an event.
  const timer = setInterval(() => {
    if (frame && location.href !== lastUrl) post()
  }, urlCheckIntervalMs)

  return {
    isReady: () => isReady,
    create,
    post,
    stopWatchingUrl: () => clearInterval(timer),
    stopReceiving: () => window.removeEventListener('message', receive),
  }
}

/** A visitor who has gone on to the page while the chat was loading keeps the focus there. */
function hasFocus(panel: HTMLElement): boolean {
  return (panel.getRootNode() as ShadowRoot).activeElement !== null
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

function createHostMessage(
  { publicKey, language }: WidgetContext,
  state: HostState,
  isOpen: boolean,
  takesFocus: boolean,
): HostMessage {
  const readKept = (kind: 'localStorage' | 'sessionStorage') => readItem(kind, storageKey(publicKey, 'kept'))
  return {
    type: 'aichat:host',
    isOpen,
    takesFocus,
    visitor: state.visitor,
    isForgetting: state.isForgetting || isForgetting(publicKey),
    hasLock: state.hasLock,
    page: {
      url: (state.pageUrl ?? location.href).slice(0, maxUrlLength),
      referrer: document.referrer.slice(0, maxUrlLength),
      language,
    },
    kept: { localStorage: readKept('localStorage'), sessionStorage: readKept('sessionStorage') },
  }
}
