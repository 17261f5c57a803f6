import type { PublicConfig } from '@aichat/contracts/visitors'
import { render } from 'preact'
import { type HostMessage, languageParameter } from '../protocol.ts'
import { fetchConfig } from './api.ts'
import { type Chat, createChat } from './chat.ts'
import { chime } from './chime.ts'
import { setColours } from './colors.ts'
import { Frame } from './Frame.tsx'
import { joinHost } from './host.ts'
import { chooseLanguage, speak } from './languages.ts'
import { createShelf, type Kind, type Shelf } from './storage.ts'
import { words } from './words.ts'

/** Nothing is asked of the server in the visitor's name before the page has spoken. */
export function runFrame(root: HTMLElement, publicKey: string) {
  let config: PublicConfig | undefined
  let chat: Chat | undefined
  let heard: HostMessage | undefined
  let focusCount = 0

  const host = joinHost((message) => {
    if (message.isForgetting) return forget(message)
    heard = message
    if (message.isOpen && message.takesFocus) focusCount += 1
    apply()
  })
  const language = chooseLanguage([
    new URLSearchParams(location.search).get(languageParameter) ?? '',
    ...navigator.languages,
  ])
  if (!host) heard = directVisit()
  load()

  async function load() {
    const [found] = await Promise.all([configOf(publicKey, language), speak(language)])
    if (!found) {
      render(<p className="notice">{words.notAvailable}</p>, root)
      return
    }
    config = found
    setColours(found.config)
    document.title = found.config.brand.chatName
    apply()
  }

  function shelf(kind: Kind, { kept }: HostMessage): Shelf {
    const keep = (text: string) => host?.tell({ type: 'aichat:keep', kind, kept: text })
    return createShelf(kind, publicKey, host && { kept: kept[kind], keep })
  }

  function apply() {
    if (!config || !heard) return
    chat ??= createChat(
      publicKey,
      config,
      { visitor: shelf('localStorage', heard), tab: shelf('sessionStorage', heard) },
      {
        onMessage(message) {
          if (message.from === 'visitor') return
          const { isMuted, isOpen } = chat!.read()
          if (!isMuted && message.from === 'agent' && (!isOpen || !document.hasFocus())) chime()
          const { text, isAi } = message
          host?.tell({ type: 'aichat:event', name: 'message', data: { from: message.from, text, isAi } })
        },
        onProblem: (problem) => host?.tell({ type: 'aichat:event', name: 'error', data: problem }),
      },
    )
    chat.setOpen(heard.isOpen)
    chat.setHost(heard.page, heard.visitor)
    render(<Frame chat={chat} host={host} focusCount={focusCount} />, root)
  }

  /** The loader takes this frame away once it has been told. */
  function forget(message: HostMessage) {
    chat?.close()
    chat = undefined
    shelf('localStorage', message).clear()
    shelf('sessionStorage', message).clear()
    host?.tell({ type: 'aichat:forgotten' })
  }
}

/** Null when nothing is published; while the server cannot be reached it asks again. */
async function configOf(publicKey: string, language: string): Promise<PublicConfig | null> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetchConfig(publicKey, language)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** attempt, 10_000)))
    }
  }
}

/** Somebody opened the chat's own address: the whole window is the chat. */
function directVisit(): HostMessage {
  return {
    type: 'aichat:host',
    isOpen: true,
    takesFocus: false,
    page: { url: location.href, referrer: document.referrer, language: navigator.language },
    visitor: { identity: '', contact: {}, attributes: {} },
    kept: { localStorage: null, sessionStorage: null },
    isForgetting: false,
  }
}
