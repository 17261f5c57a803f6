import { useEffect, useSyncExternalStore } from 'react'
import { log } from '../kit/log.ts'
import { ask, isConnected, onConnect } from '../kit/socket.ts'

export type Colleague = { id: string; name: string; isTyping: boolean }
type Heard = Colleague & { at: number }

/** Said again this often; who has not been heard of for longer than two of them is gone. */
const everyMs = 10_000
const forgottenMs = 25_000
const nobody: readonly Colleague[] = []

const heard = new Map<string, readonly Heard[]>()
const listeners = new Set<() => void>()
let own: { sessionId: string; isTyping: boolean } | null = null

/** Takes in what was told of a colleague. Answers whether they have just come. */
export function hearColleague(
  sessionId: string,
  colleague: Colleague | { id: string; isGone: true },
): boolean {
  const others = (heard.get(sessionId) ?? []).filter(({ id }) => id !== colleague.id)
  const isNew = others.length === (heard.get(sessionId) ?? []).length && !('isGone' in colleague)
  heard.set(sessionId, 'isGone' in colleague ? others : [...others, { ...colleague, at: Date.now() }])
  for (const listener of listeners) listener()
  return isNew
}

/** Says at once where this person is, to somebody who has just come there. */
export function answerNewcomer(sessionId: string) {
  if (own?.sessionId === sessionId) tellViewing({ ...own, isViewing: true })
}

/** Who else looks at a conversation now. */
export function useColleagues(sessionId: string, selfId: string | undefined): readonly Colleague[] {
  const all = useSyncExternalStore(subscribe, () => heard.get(sessionId) ?? nobody)
  return all.filter(({ id }) => id !== selfId)
}

/** Tells colleagues that this person looks at the conversation, and whether they write. */
export function useViewing(sessionId: string, isTyping: boolean) {
  useEffect(() => {
    own = { sessionId, isTyping }
    const say = () => tellViewing({ sessionId, isViewing: true, isTyping })
    const stop = onConnect(say)
    const timer = setInterval(say, everyMs)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [sessionId, isTyping])
  useEffect(
    () => () => {
      own = null
      tellViewing({ sessionId, isViewing: false, isTyping: false })
    },
    [sessionId],
  )
}

/** Said again soon, so that one that is lost does no harm. */
function tellViewing(about: { sessionId: string; isViewing: boolean; isTyping: boolean }) {
  if (!isConnected()) return
  ask('viewing', about).catch((error) => log('Colleagues were not told', error))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const timer = setInterval(forget, everyMs)
  return () => {
    clearInterval(timer)
    listeners.delete(listener)
  }
}

function forget() {
  const oldest = Date.now() - forgottenMs
  for (const [sessionId, all] of heard) {
    const left = all.filter(({ at }) => at > oldest)
    if (left.length < all.length) heard.set(sessionId, left)
  }
  for (const listener of listeners) listener()
}
