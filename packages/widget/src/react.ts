import { useEffect, useRef } from 'react'
import { aichat, type ChatEvents, type Install, install, on } from './index.ts'

type Handlers = {
  onReady?: () => void
  onOpen?: () => void
  onClose?: () => void
  onUnread?: (count: number) => void
  onMessage?: (message: ChatEvents['message']) => void
  onError?: (error: ChatEvents['error']) => void
}

export type ChatProps = Install & Handlers

/** Shows the chat while it is mounted. It renders nothing into your component tree. */
export function Chat(props: ChatProps): null {
  const { publicKey, host, nonce, language, identity, attributes, hidden } = props
  const handlers = useRef<Handlers>(props)
  handlers.current = props
  const initialOptions = useRef({ identity, attributes, hidden })
  const identityJson = JSON.stringify(identity)
  const attributesJson = JSON.stringify(attributes)

  useEffect(() => {
    const unsubscribers = [
      on('ready', () => handlers.current.onReady?.()),
      on('open', () => handlers.current.onOpen?.()),
      on('close', () => handlers.current.onClose?.()),
      on('unread', (count) => handlers.current.onUnread?.(count)),
      on('message', (message) => handlers.current.onMessage?.(message)),
      on('error', (error) => handlers.current.onError?.(error)),
    ]
    install({ publicKey, host, nonce, language, ...initialOptions.current })
    aichat(initialOptions.current.hidden ? 'hide' : 'show')
    return () => {
      // Unmounting hides the chat. Only `shutdown` removes the visitor's data.
      aichat('close')
      aichat('hide')
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [publicKey, host, nonce, language])

  useEffect(() => {
    if (identityJson) aichat('identify', JSON.parse(identityJson))
  }, [identityJson])

  useEffect(() => {
    if (attributesJson) aichat('attributes', JSON.parse(attributesJson))
  }, [attributesJson])

  useEffect(() => {
    aichat(hidden ? 'hide' : 'show')
  }, [hidden])

  return null
}
