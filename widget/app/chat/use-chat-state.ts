import { useEffect, useState } from 'react'
import type { Chat } from './chat.ts'
import type { ChatState } from './state.ts'

export function useChatState({ getState, subscribe }: Chat): ChatState {
  const [state, setState] = useState(getState)
  useEffect(() => {
    const update = () => setState(getState())
    // The state may have changed before the effect.
    update()
    return subscribe(update)
  }, [getState, subscribe])
  return state
}
