import { useState } from 'react'
import { words } from './words.ts'

/** Ending takes two presses, so that nobody does it by accident. */
export function EndConversation({ onEnd }: { onEnd: () => void }) {
  const [isAsked, setIsAsked] = useState(false)
  if (!isAsked) {
    return (
      <button type="button" className="link" onClick={() => setIsAsked(true)}>
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
      <button type="button" className="link" onClick={() => setIsAsked(false)}>
        {words.keep}
      </button>
    </span>
  )
}
