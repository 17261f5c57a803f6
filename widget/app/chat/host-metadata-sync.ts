import type { HostPage, HostVisitor } from '../../protocol.ts'
import type { Answer } from '../connection/connection.ts'

type Command = 'page' | 'identify' | 'attributes'
type Request = (command: Command, payload: never) => Promise<Answer>
/** One value of a command, as `[name, value]`. */
type Entry = readonly [string, unknown]

/**
 * Sends the server what the page states about its visitor: only what has changed, and again after a connection that was
 * lost before it was acknowledged. A value that the server refuses is refused alone, and is not sent again.
 */
export function createHostMetadataSync(request: Request, onRefused: (command: Command) => void) {
  const current = new Map<Command, Map<string, unknown>>()
  const acknowledged = new Map<string, string>()
  let isFlushing = false

  const key = (command: Command, name: string) => `${command} ${name}`

  function findChanges(command: Command): Entry[] {
    return [...(current.get(command) ?? [])].filter(
      ([name, value]) => acknowledged.get(key(command, name)) !== JSON.stringify(value),
    )
  }

  /** Returns false if the connection was lost. The half of a refused request that is valid is found by bisection. */
  async function send(command: Command, entries: readonly Entry[]): Promise<boolean> {
    const answer = await request(command, createPayload(command, entries) as never)
    const isSlowedDown = answer.kind === 'refused' && answer.code === 'rate_limited'
    if (answer.kind === 'offline' || answer.kind === 'unanswered' || isSlowedDown) return false
    if (answer.kind === 'refused' && entries.length > 1) {
      const middle = entries.length >> 1
      return (await send(command, entries.slice(0, middle))) && send(command, entries.slice(middle))
    }
    for (const [name, value] of entries) acknowledged.set(key(command, name), JSON.stringify(value))
    if (answer.kind === 'refused') onRefused(command)
    return true
  }

  async function flush() {
    if (isFlushing) return
    isFlushing = true
    for (const command of ['page', 'identify', 'attributes'] as const) {
      let changes = findChanges(command)
      while (changes.length > 0 && (await send(command, changes))) changes = findChanges(command)
    }
    isFlushing = false
  }

  return {
    setAll({ url }: HostPage, { contact, attributes }: HostVisitor) {
      if (url) current.set('page', new Map([['pageUrl', url]]))
      current.set('identify', new Map(Object.entries(contact)))
      current.set('attributes', new Map(Object.entries(attributes)))
      flush()
    },
    flush,
    /** After a change of visitor, everything is sent again. */
    reset: () => acknowledged.clear(),
  }
}

function createPayload(command: Command, entries: readonly Entry[]): object {
  const values = Object.fromEntries(entries)
  return command === 'attributes' ? { attributes: values } : values
}
