import type { Message } from '@aichat/contracts/chat/messages'
import { toPlainText } from '@aichat/contracts/chat/rich-text'
import { render } from 'preact'
import { type HostMessage, languageParameter } from '../protocol.ts'
import { type Chat, createChat } from './chat/chat.ts'
import type { ChatEvents } from './chat/chat-visit.ts'
import type { ChatState } from './chat/state.ts'
import type { VisitorStorage } from './chat/visitor-storage.ts'
import { fetchConfig } from './connection/api.ts'
import type { ChatConfig } from './connection/shapes.ts'
import { Frame } from './Frame.tsx'
import { connectToHost, type Host } from './host.ts'
import { setColors } from './kit/colors.ts'
import { getFileUrl } from './kit/file-url.ts'
import { chooseLanguage, loadLanguage } from './kit/languages.ts'
import { createStorage, type StorageAdapter, type StorageKind } from './kit/storage.ts'
import { words } from './kit/words.ts'

/** The visit starts with the first message of the page, which states who the visitor is. A `linkStorage` replaces the visitor's. */
export function runFrame(root: HTMLElement, publicKey: string, linkStorage?: VisitorStorage) {
  let config: ChatConfig | undefined
  let chat: Chat | undefined
  let hostMessage: HostMessage | undefined
  let focusCount = 0
  let isReady = false

  const host = connectToHost((message) => {
    if (message.isForgetting) {
      chat?.close()
      chat = undefined
      forgetVisitor(publicKey, host, message)
      return
    }
    hostMessage = message
    if (message.isOpen && message.takesFocus) focusCount += 1
    update()
  })
  let language = chooseLanguage([
    new URLSearchParams(location.search).get(languageParameter) ?? '',
    ...navigator.languages,
  ])
  if (!host) hostMessage = createDirectVisit()
  load()

  async function load() {
    const [loaded] = await Promise.all([loadConfig(publicKey, language), loadLanguage(language)])
    if (!loaded) {
      host?.post({ type: 'aichat:removed' })
      render(<NotAvailable onClose={host && (() => host.post({ type: 'aichat:close' }))} />, root)
      host?.post({ type: 'aichat:ready' })
      return
    }
    config = loaded
    setColors(loaded.config)
    document.title = loaded.config.brand.chatName
    update()
  }

  function openChat(loaded: ChatConfig, first: HostMessage): Chat {
    const storage = linkStorage ?? {
      visitor: openStorage('localStorage', publicKey, host, first),
      tab: openStorage('sessionStorage', publicKey, host, first),
    }
    const opened = createChat(
      publicKey,
      loaded,
      storage,
      createChatEvents(host, storage, () => chat!),
    )
    opened.subscribe(() => followLanguage(opened.getState()))
    return opened
  }

  /** The texts of the chat switch to the language of the AI's last reply, so that all the visitor reads of it has one language. */
  function followLanguage({ log }: ChatState) {
    const written = log.messages.findLast(({ meta }) => meta.language)?.meta.language
    if (!written || written === language) return
    language = written
    loadLanguage(language).then(update)
  }

  function update() {
    if (!config || !hostMessage) return
    chat ??= openChat(config, hostMessage)
    chat.setOpen(hostMessage.isOpen)
    chat.setHost(hostMessage.page, hostMessage.visitor)
    render(<Frame chat={chat} host={host} focusCount={focusCount} />, root)
    if (!isReady) host?.post({ type: 'aichat:ready' })
    isReady = true
  }
}

/** On a phone the chat covers the launcher. */
function NotAvailable({ onClose }: { onClose: (() => void) | null }) {
  return (
    <div className="notice">
      <p>{words.notAvailable}</p>
      {onClose && (
        <button type="button" className="link" onClick={onClose}>
          {words.close}
        </button>
      )}
    </div>
  )
}

function createChatEvents(host: Host | null, storage: VisitorStorage, getChat: () => Chat): ChatEvents {
  const isReading = () => getChat().getState().isOpen && document.hasFocus()
  return {
    onMessage(message) {
      const { from, text, isAi, agent, meta } = message
      if (from === 'visitor') return
      if (from === 'agent') playSound(storage, message, isReading)
      const author = isAi ? `${words.ai} · ${meta.agentName}` : (agent?.name ?? '')
      const preview = from === 'agent' ? { preview: toPlainText(text) } : {}
      host?.post({ type: 'aichat:event', name: 'message', data: { from, text, isAi, author }, ...preview })
    },
    onRemoved: () => host?.post({ type: 'aichat:removed' }),
    onProblem: (problem) => host?.post({ type: 'aichat:event', name: 'error', data: problem }),
  }
}

/** The sound is optional, so a module that cannot be loaded is ignored. */
function playSound({ visitor }: VisitorStorage, message: Message, isReading: () => boolean) {
  import(getFileUrl('chime.js')).then(
    ({ chime }: typeof import('./chime.ts')) => chime(visitor, message, isReading),
    () => {},
  )
}

function openStorage(
  kind: StorageKind,
  publicKey: string,
  host: Host | null,
  { kept }: HostMessage,
): StorageAdapter {
  return createStorage(
    kind,
    publicKey,
    host && {
      items: kept[kind],
      save: (items) => host.post({ type: 'aichat:keep', kind, kept: items }),
      lock: async () => ((await host.lock())?.kept ?? kept)[kind],
      unlock: () => host.post({ type: 'aichat:unlock' }),
    },
  )
}

/** Deletes the visitor's data. The loader removes the frame after the confirmation. */
function forgetVisitor(publicKey: string, host: Host | null, message: HostMessage) {
  openStorage('localStorage', publicKey, host, message).clear()
  openStorage('sessionStorage', publicKey, host, message).clear()
  host?.post({ type: 'aichat:forgotten' })
}

/** Returns null if nothing is published. Retries until the server can be reached. */
async function loadConfig(publicKey: string, language: string): Promise<ChatConfig | null> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetchConfig(publicKey, language)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** attempt, 10_000)))
    }
  }
}

/** Without an embedding page, the chat fills the window. */
function createDirectVisit(): HostMessage {
  return {
    type: 'aichat:host',
    isOpen: true,
    takesFocus: false,
    page: {
      url: location.origin + location.pathname,
      referrer: document.referrer,
      language: navigator.language,
    },
    visitor: { identity: '', contact: {}, attributes: {} },
    kept: { localStorage: null, sessionStorage: null },
    isForgetting: false,
    hasLock: false,
  }
}
