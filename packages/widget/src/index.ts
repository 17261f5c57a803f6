/** A label for whoever is chatting: shown to your team, and proof of nothing. */
export type Contact = { name?: string; email?: string; phone?: string }

/** What else your team should know of a visitor. `null` forgets a name. At most 30 in all. */
export type Attributes = Record<string, string | number | boolean | null>

export type BootOptions = {
  /** Two letters, like `de`; without it, the page's `lang`, or the browser's. */
  language?: string
  /** A token that your server has signed (see the README), or labels. */
  identity?: string | Contact
  attributes?: Attributes
  /** Draws no launcher until `show`. */
  hidden?: boolean
}

/** A message of your team or the AI that has just arrived. */
export type ChatMessage = { from: 'agent' | 'system'; text: string; isAi: boolean }

export type ChatError =
  /** Not published, not for this website, or the server is away. */
  | 'unavailable'
  /** The chat could not be loaded when it was opened. */
  | 'unreachable'
  | 'identity_expired'
  | 'identity_invalid'
  /** A value that cannot be sent to another window, like a function. */
  | 'not_sendable'
  | 'unknown_command'

export type ChatEvents = {
  ready: undefined
  open: undefined
  close: undefined
  /** How many messages the visitor has not seen. */
  unread: number
  message: ChatMessage
  error: ChatError
  shutdown: undefined
}

type Listener<Name extends keyof ChatEvents> = (data: ChatEvents[Name]) => void

/** Every command, with what follows it. */
export type Aichat = {
  (command: 'boot', options?: BootOptions): void
  (command: 'open' | 'close' | 'show' | 'hide' | 'shutdown'): void
  (command: 'identify', who: string | Contact): void
  (command: 'attributes', attributes: Attributes): void
  (command: 'page', url?: string): void
  <Name extends keyof ChatEvents>(command: 'on' | 'off', event: Name, listener: Listener<Name>): void
}

export type Install = BootOptions & {
  /** The project's public key, `pk_…`. */
  publicKey: string
  /** Where the platform runs, like `https://chat.example.com`. */
  host: string
  /** For a page whose policy names one. */
  nonce?: string
}

type Page = { aichat?: Aichat & { q?: ArrayLike<unknown>[]; isInstalled?: true } }

/** Commands wait until the chat is there to hear them. On a server, where there is no page, nothing happens. */
export const aichat = ((...call: [unknown, ...unknown[]]) => {
  if (typeof window === 'undefined') return
  const page = window as Page
  if (!page.aichat) {
    const waiting: ArrayLike<unknown>[] = []
    page.aichat = Object.assign((...args: unknown[]) => void waiting.push(args), { q: waiting }) as Aichat
  }
  ;(page.aichat as unknown as (...args: unknown[]) => void)(...call)
}) as Aichat

/** Adds the chat to the page, once, and boots it. */
export function install({ publicKey, host, nonce, ...options }: Install): void {
  if (typeof document === 'undefined') return
  const isThere = document.querySelector('script[data-key][src*="/widgets/loader.js"]')
  if (!isThere) {
    const script = document.createElement('script')
    script.src = `${host.replace(/\/$/, '')}/widgets/loader.js`
    script.async = true
    if (nonce) script.nonce = nonce
    script.dataset.key = publicKey
    script.dataset.boot = 'manual'
    document.head.append(script)
  }
  aichat('boot', options)
}

/** Hears of an event. Answers what ends it. */
export function on<Name extends keyof ChatEvents>(event: Name, listener: Listener<Name>): () => void {
  aichat('on', event, listener)
  return () => aichat('off', event, listener)
}
