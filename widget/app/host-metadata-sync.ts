import type { Answer } from './connection.ts'

type Command = 'page' | 'identify' | 'attributes'
type Ask = (command: Command, payload: never) => Promise<Answer>

/**
 * Tells the server what the page says of its visitor: each only when it has changed, the newest alone, and again after a
 * connection that was lost before it arrived.
 */
export function createHerald(ask: Ask) {
  const wanted = new Map<Command, object>()
  const told = new Map<Command, string>()
  let isTelling = false

  function next() {
    return [...wanted].find(([command, payload]) => told.get(command) !== JSON.stringify(payload))
  }

  async function tell() {
    if (isTelling) return
    isTelling = true
    for (let one = next(); one; one = next()) {
      const [command, payload] = one
      const { kind } = await ask(command, payload as never)
      // What was refused once is refused always; what was not answered is told on the next connection.
      if (kind === 'offline' || kind === 'unanswered') break
      told.set(command, JSON.stringify(payload))
    }
    isTelling = false
  }

  return {
    set(command: Command, payload: object) {
      wanted.set(command, payload)
      tell()
    },
    tell,
    /** Another visitor has been told nothing yet. */
    reset: () => told.clear(),
  }
}
