/** Contact details of the visitor, shown to your team as not verified. */
export type Contact = { name?: string; email?: string; phone?: string }

/** Attributes of the visitor, shown to your team. `null` removes one. At most 30 in total. */
export type Attributes = Record<string, string | number | boolean | null>

export type BootOptions = {
  /** A two-letter code such as `de`. The default is the page's `lang`, then the browser's language. */
  language?: string
  /** A token that your server has signed, or contact details. */
  identity?: string | Contact
  attributes?: Attributes
  /** Hides the launcher until `show`. */
  hidden?: boolean
}

/** A new message from your team or the AI. */
export type ChatMessage = { from: 'agent' | 'system'; text: string; isAi: boolean; author: string }

export type ChatError =
  /** Not published, not allowed on this website, or the server cannot be reached. */
  | 'unavailable'
  /** The chat could not be loaded within 8 seconds. The visitor can retry. */
  | 'unreachable'
  | 'identity_expired'
  | 'identity_invalid'
  /** Contact details or an attribute with an invalid value, which is refused without the others. */
  | 'contact_invalid'
  | 'attribute_invalid'
  | 'unknown_command'

export type ChatEvents = {
  ready: undefined
  open: undefined
  close: undefined
  /** The number of unread messages. */
  unread: number
  message: ChatMessage
  error: ChatError
  shutdown: undefined
}

type Listener<Name extends keyof ChatEvents> = (data: ChatEvents[Name]) => void

/** Every command with its arguments. */
export type Aichat = {
  (command: 'boot', options?: BootOptions): void
  (command: 'open' | 'close' | 'show' | 'hide' | 'shutdown'): void
  (command: 'identify', identity: string | Contact): void
  (command: 'attributes', attributes: Attributes): void
  (command: 'page', url?: string): void
  <Name extends keyof ChatEvents>(command: 'on' | 'off', event: Name, listener: Listener<Name>): void
}

export type Install = BootOptions & {
  /** The project's public key, `pk_…`. */
  publicKey: string
  /** The platform's address, such as `https://chat.example.com`. */
  host: string
  /** The nonce of the page's Content Security Policy. */
  nonce?: string
}

type Page = { aichat?: Aichat & { q?: ArrayLike<unknown>[]; isInstalled?: true } }

/** Runs a command, or queues it until the loader has run. Does nothing on a server. */
export const aichat = ((...call: [unknown, ...unknown[]]) => {
  if (typeof window === 'undefined') return
  const page = window as Page
  if (!page.aichat) {
    const queue: ArrayLike<unknown>[] = []
    page.aichat = Object.assign((...args: unknown[]) => void queue.push(args), { q: queue }) as Aichat
  }
  ;(page.aichat as unknown as (...args: unknown[]) => void)(...call)
}) as Aichat

/** Adds the loader to the page once, and boots the chat. */
export function install({ publicKey, host, nonce, ...options }: Install): void {
  if (typeof document === 'undefined') return
  const isInstalled = document.querySelector('script[data-key][src*="/widgets/loader.js"]')
  if (!isInstalled) {
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

/** Subscribes to an event. Returns the function that unsubscribes. */
export function on<Name extends keyof ChatEvents>(event: Name, listener: Listener<Name>): () => void {
  aichat('on', event, listener)
  return () => aichat('off', event, listener)
}
