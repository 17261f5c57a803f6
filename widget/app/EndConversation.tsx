import { useState } from 'react'
import { words } from './words.ts'

/** Asks for confirmation, so that a conversation is not ended by accident. */
export function EndConversation({ onEnd }: { onEnd: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  if (!isConfirming) {
    return (
      <button type="button" className="link" onClick={() => setIsConfirming(true)}>
        {words.endConversation}
      </button>
    )
  }
  return (
    <span>
      {words.endQuestion}{' '}
      <button type="button" className="link bad" onClick={onEnd}>
        {words.end}
      </button>{' '}
      <button type="button" className="link" onClick={() => setIsConfirming(false)}>
        {words.keep}
      </button>
    </span>
  )
}
