import type { Message } from './messages.ts'

/**
 * Adds messages that were received in any order to loaded ones. Both are unique by id and by `seq`, and the result is sorted by
 * `seq`. A message that the server sends again because its metadata has changed replaces the loaded one. Returns `loaded` itself
 * when nothing changes.
 */
export function mergeMessages(loaded: readonly Message[], received: readonly Message[]): readonly Message[] {
  const ids = new Set(loaded.map((message) => message._id))
  const seqs = new Set(loaded.map((message) => message.seq))
  const added: Message[] = []
  for (const message of received) {
    if (ids.has(message._id) || seqs.has(message.seq)) continue
    ids.add(message._id)
    seqs.add(message.seq)
    added.push(message)
  }
  const known = replaceChanged(loaded, received)
  return added.length > 0 ? [...known, ...added].sort((one, other) => one.seq - other.seq) : known
}

/** The `seq` of the last message before the first gap. The messages before `afterSeq + 1` are not missing. */
export function getContiguousSeq(messages: readonly Message[], afterSeq: number): number {
  let last = afterSeq
  for (const { seq } of messages) {
    if (seq !== last + 1) break
    last = seq
  }
  return last
}

function replaceChanged(loaded: readonly Message[], received: readonly Message[]): readonly Message[] {
  const changed = received.filter(({ _id, meta }) =>
    loaded.some(
      (one) => one._id === _id && (one.meta.pending !== meta.pending || one.meta.helped !== meta.helped),
    ),
  )
  if (changed.length === 0) return loaded
  return loaded.map((message) => changed.find(({ _id }) => _id === message._id) ?? message)
}
