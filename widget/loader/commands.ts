type Call = [name: string, ...rest: unknown[]]
export type Commands = Record<string, ((...rest: never[]) => unknown) | undefined>
type Aichat = ((...call: Call) => void) & { isInstalled?: true; q?: ArrayLike<unknown>[] }

const page = window as unknown as { aichat?: Aichat }

export function isInstalled(): boolean {
  return page.aichat?.isInstalled === true
}

/**
 * Puts `aichat` on the page. What nobody understands yet waits, as does what a page's own stub has collected in
 * `aichat.q`. Answers the function that says what understands the commands now, and whether nothing else ever will.
 */
export function installCommands(
  always: Commands,
  onUnknown: () => void,
): (commands: Commands | null, isAll?: boolean) => void {
  const stub = page.aichat
  let waiting: Call[] = Array.isArray(stub?.q) ? stub.q.map((call) => Array.from(call) as Call) : []
  let connected: Commands | null = null
  let isComplete = false

  function perform(call: Call) {
    const [name, ...rest] = call
    const command = always[name] ?? connected?.[name]
    if (command) command(...(rest as never[]))
    else if (isComplete) onUnknown()
    else waiting.push(call)
  }

  function performAll() {
    const calls = waiting
    waiting = []
    calls.forEach(perform)
  }

  const aichat: Aichat = (...call) => perform(call)
  aichat.isInstalled = true
  page.aichat = aichat
  performAll()
  return (commands, isAll = false) => {
    connected = commands
    isComplete = isAll
    performAll()
  }
}
