import type { PublicConfig } from '@aichat/contracts/visitors'
import { render } from 'preact'
import type { HostMessage } from '../protocol.ts'
import { fetchConfig } from './api.ts'
import { type Chat, createChat } from './chat.ts'
import { setColours } from './colours.ts'
import { Frame } from './Frame.tsx'
import { joinHost } from './host.ts'
import { createShelf } from './storage.ts'
import { words } from './words.ts'

/** Nothing is asked of the server in the visitor's name before the page has spoken. */
export function runFrame(root: HTMLElement, publicKey: string) {
  let chat: Chat | undefined
  let heard: HostMessage | undefined
  let focusCount = 0

  const host = joinHost((message) => {
    heard = message
    if (message.isOpen && message.takesFocus) focusCount += 1
    apply()
  })
  if (!host) heard = directVisit()
  load()

  async function load() {
    const config = await configOf(publicKey)
    if (!config) {
      render(<p className="notice">{words.notAvailable}</p>, root)
      return
    }
    setColours(config.config)
    document.title = config.config.brand.chatName
    chat = createChat(publicKey, config, {
      visitor: createShelf('localStorage', publicKey),
      tab: createShelf('sessionStorage', publicKey),
    })
    apply()
  }

  function apply() {
    if (!chat) return
    if (heard) {
      chat.setOpen(heard.isOpen)
      chat.start(heard.page)
    }
    render(<Frame chat={chat} host={host} focusCount={focusCount} />, root)
  }
}

/** Null when nothing is published; while the server cannot be reached it asks again. */
async function configOf(publicKey: string): Promise<PublicConfig | null> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetchConfig(publicKey)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** attempt, 10_000)))
    }
  }
}

/** Somebody opened the chat's own address: the whole window is the chat. */
function directVisit(): HostMessage {
  const page = {
    url: location.href,
    referrer: document.referrer,
    title: document.title,
    language: navigator.language,
  }
  return { type: 'aichat:host', isOpen: true, takesFocus: false, page }
}
