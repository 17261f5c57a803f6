type Call = [name: string, ...rest: unknown[]]
export type Commands = Record<string, ((...rest: never[]) => unknown) | undefined>
type Aichat = ((...call: Call) => void) & { isInstalled?: true; q?: ArrayLike<unknown>[] }

const page = window as unknown as { aichat?: Aichat }

export function isInstalled(): boolean {
  return page.aichat?.isInstalled === true
}

/**
 * Defines `window.aichat`. Commands that are not available yet are queued, as are those that the page's stub has
 * collected in `aichat.q`. Returns the function that sets the available commands, and whether they are complete.
 */
export function installCommands(
  permanent: Commands,
  onUnknown: () => void,
): (commands: Commands | null, isAll?: boolean) => void {
  const stub = page.aichat
  let queue: Call[] = Array.isArray(stub?.q) ? stub.q.map((call) => Array.from(call) as Call) : []
  let current: Commands | null = null
  let isComplete = false

  function perform(call: Call) {
    const [name, ...rest] = call
    const command = permanent[name] ?? current?.[name]
    if (command) command(...(rest as never[]))
    else if (isComplete) onUnknown()
    else queue.push(call)
  }

  function performAll() {
    const calls = queue
    queue = []
    calls.forEach(perform)
  }

  const aichat: Aichat = (...call) => perform(call)
  aichat.isInstalled = true
  page.aichat = aichat
  performAll()
  return (commands, isAll = false) => {
    current = commands
    isComplete = isAll
    performAll()
  }
}
