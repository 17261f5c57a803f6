import { type FrameMessage, type HostMessage, hostParameter } from '../protocol.ts'
import { recall, remember } from './memory.ts'

export type Frame = { show(isOpen: boolean, takesFocus: boolean): void }

const longest = 2000

export function createFrame(
  parent: HTMLElement,
  origin: string,
  publicKey: string,
  title: string,
  onMessage: (message: FrameMessage) => void,
): Frame {
  const frame = document.createElement('iframe')
  const kept = `aichat:${publicKey}:kept`
  let isLoaded = false
  let isOpen = false
  let takesFocus = false
  frame.title = title
  frame.allow = 'clipboard-write'
  const host = encodeURIComponent(location.origin)
  frame.src = `${origin}/widgets/frame/${encodeURIComponent(publicKey)}?${hostParameter}=${host}`
  frame.onload = () => {
    isLoaded = true
    tell()
  }
  window.addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const message: FrameMessage | null = event.data
    if (message?.type === 'aichat:keep') remember(message.kind, kept, String(message.kept))
    else if (message) onMessage(message)
  })
  parent.prepend(frame)

  function tell() {
    const message: HostMessage = {
      type: 'aichat:host',
      isOpen,
      takesFocus,
      page: {
        url: location.href.slice(0, longest),
        referrer: document.referrer.slice(0, longest),
        language: document.documentElement.lang || navigator.language,
      },
      kept: { localStorage: recall('localStorage', kept), sessionStorage: recall('sessionStorage', kept) },
    }
    if (takesFocus) frame.focus()
    frame.contentWindow?.postMessage(message, origin)
  }

  return {
    show(nowOpen, nowTakesFocus) {
      isOpen = nowOpen
      takesFocus = nowTakesFocus
      if (isLoaded) tell()
    },
  }
}
