import {
  type FrameMessage,
  type HostMessage,
  type HostVisitor,
  hostParameter,
  languageParameter,
} from '../protocol.ts'
import type { Commands } from './commands.ts'
import styles from './frame.css'
import type { Launcher } from './launcher.ts'
import { recall, remember } from './memory.ts'
import type { BootOptions, Place } from './widget.ts'

export type Bridge = {
  /** Makes the frame, the first time. */
  tell(isOpen: boolean, takesFocus: boolean): void
  /** The visitor has signed out of the website: the chat forgets them, and everything is taken away. */
  shutdown(): void
  commands: Commands
}

const longest = 2000
const lookEvery = 1000
const forgetWithin = 1000

/** Between the page and the chat in its frame: what each has to know of the other. */
export function openBridge(place: Place, launcher: Launcher, onClose: () => void, onEnd: () => void): Bridge {
  const { origin, publicKey, language, options, listeners } = place
  const nameOf = (name: string) => `aichat:${publicKey}:${name}`
  const { box } = launcher
  const visitor: HostVisitor = { identity: '', contact: {}, attributes: { ...options.attributes } }
  let frame: HTMLIFrameElement | undefined
  let isOpen = false
  let takesFocus = false
  let isLoaded = false
  let pageUrl: string | undefined
  let lastUrl = ''
  let unread = 0
  let badge = ''
  let leave: (() => void) | undefined

  launcher.addStyles(styles)

  function begin() {
    frame = document.createElement('iframe')
    frame.title = place.config.config.brand.chatName
    frame.allow = 'clipboard-write; autoplay'
    const query = new URLSearchParams([
      [hostParameter, location.origin],
      [languageParameter, language],
    ])
    frame.src = `${origin}/widgets/frame/${encodeURIComponent(publicKey)}?${query}`
    frame.onload = () => {
      isLoaded = true
      post()
    }
    box.prepend(frame)
  }

  function post() {
    if (!isLoaded) return
    lastUrl = location.href
    const isForgetting = leave !== undefined || recall('localStorage', nameOf('forget')) !== null
    const message: HostMessage = {
      type: 'aichat:host',
      isOpen,
      takesFocus,
      visitor,
      isForgetting,
      page: {
        url: (pageUrl ?? lastUrl).slice(0, longest),
        referrer: document.referrer.slice(0, longest),
        language,
      },
      kept: {
        localStorage: recall('localStorage', nameOf('kept')),
        sessionStorage: recall('sessionStorage', nameOf('kept')),
      },
    }
    if (takesFocus) frame?.focus()
    if (!isForgetting) takesFocus = false
    try {
      frame?.contentWindow?.postMessage(message, origin)
    } catch {
      // The page's own values are none that can be sent.
      listeners.tell('error', 'not_sendable')
    }
  }

  function take(event: MessageEvent) {
    if (!frame || event.source !== frame.contentWindow || event.origin !== origin) return
    const message: FrameMessage | null = event.data
    switch (message?.type) {
      case 'aichat:keep':
        return remember(message.kind, nameOf('kept'), String(message.kept))
      case 'aichat:close':
        return onClose()
      case 'aichat:event':
        return listeners.tell(message.name, message.data)
      case 'aichat:forgotten':
        remember('localStorage', nameOf('forget'), null)
        return leave ? leave() : post()
      case 'aichat:status':
        return note(Number(message.unread) || 0, message.isRunning === true)
    }
  }

  function note(count: number, isRunning: boolean) {
    if (leave) return
    remember('localStorage', nameOf('running'), isRunning ? '1' : null)
    launcher.setUnread(count)
    showInTitle(count)
    if (count !== unread) listeners.tell('unread', count)
    unread = count
  }

  /** Pages put titles of their own there at any time, so only what is ours is taken away. */
  function showInTitle(count: number) {
    const own =
      badge && document.title.startsWith(badge) ? document.title.slice(badge.length) : document.title
    badge = count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''
    if (document.title !== badge + own) document.title = badge + own
  }

  /** A page that turns its own leaves tells nobody of it. */
  const looking = setInterval(() => {
    if (frame && location.href !== lastUrl) post()
  }, lookEvery)

  /** The keyboard of a phone lies over the page, and leaves the chat what it does not cover. */
  const view = window.visualViewport
  function fit() {
    if (!view) return
    box.style.setProperty('--height', `${view.height}px`)
    box.style.setProperty('--top', `${view.offsetTop}px`)
  }
  view?.addEventListener('resize', fit)
  view?.addEventListener('scroll', fit)
  fit()
  window.addEventListener('message', take)

  function identify(who: NonNullable<BootOptions['identity']>) {
    if (typeof who === 'string') visitor.identity = who
    else visitor.contact = who
    post()
  }
  if (options.identity) identify(options.identity)

  function shutdown() {
    if (leave) return
    leave = () => {
      window.removeEventListener('message', take)
      launcher.remove()
    }
    clearInterval(looking)
    view?.removeEventListener('resize', fit)
    view?.removeEventListener('scroll', fit)
    showInTitle(0)
    remember('localStorage', nameOf('running'), null)
    // Where there is no frame to tell, the next one begins with forgetting.
    remember('localStorage', nameOf('forget'), '1')
    launcher.setShown(false)
    if (isLoaded) {
      setTimeout(leave, forgetWithin)
      post()
    } else leave()
    onEnd()
    place.onShutdown()
    listeners.tell('shutdown')
  }

  return {
    tell(nowOpen, nowTakesFocus) {
      isOpen = nowOpen
      takesFocus = nowTakesFocus
      if (!frame) begin()
      post()
    },
    shutdown,
    commands: {
      identify,
      attributes(attributes: HostVisitor['attributes']) {
        visitor.attributes = { ...visitor.attributes, ...attributes }
        post()
      },
      page(url?: string) {
        pageUrl = url
        post()
      },
    },
  }
}
