import type { HostPage, HostVisitor } from '../protocol.ts'
import type { Answer } from './connection.ts'

type Command = 'page' | 'identify' | 'attributes'
type Request = (command: Command, payload: never) => Promise<Answer>

/**
 * Sends the server what the page states about its visitor: only the newest values, only when they have changed, and
 * again after a connection that was lost before they were acknowledged.
 */
export function createHostMetadataSync(request: Request) {
  const current = new Map<Command, object>()
  const acknowledged = new Map<Command, string>()
  let isFlushing = false

  function nextChange() {
    return [...current].find(([command, payload]) => acknowledged.get(command) !== JSON.stringify(payload))
  }

  async function flush() {
    if (isFlushing) return
    isFlushing = true
    for (let change = nextChange(); change; change = nextChange()) {
      const [command, payload] = change
      const { kind } = await request(command, payload as never)
      // A refusal is final. Without an answer the value is sent again on the next connection.
      if (kind === 'offline' || kind === 'unanswered') break
      acknowledged.set(command, JSON.stringify(payload))
    }
    isFlushing = false
  }

  return {
    setAll({ url }: HostPage, { contact, attributes }: HostVisitor) {
      if (url) current.set('page', { pageUrl: url })
      if (Object.keys(contact).length > 0) current.set('identify', contact)
      if (Object.keys(attributes).length > 0) current.set('attributes', { attributes })
      flush()
    },
    flush,
    /** After a change of visitor, everything is sent again. */
    reset: () => acknowledged.clear(),
  }
}
