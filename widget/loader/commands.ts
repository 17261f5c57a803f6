type Call = [name: string, ...rest: unknown[]]
export type Commands = Record<string, ((...rest: never[]) => unknown) | undefined>
type Aichat = ((...call: Call) => void) & { isInstalled?: true; q?: ArrayLike<unknown>[] }

const page = window as unknown as { aichat?: Aichat }

export function isInstalled(): boolean {
  return page.aichat?.isInstalled === true
}

/**
 * The commands of `window.aichat`. Those that are not available yet are queued, as are those that the page's stub has
 * collected in `aichat.q`. `setCommands` sets the available ones, and whether they are complete. With null, the queue is
 * dropped, because it is about a visitor who has signed out.
 */
export function installCommands(
  permanent: Commands,
  onUnknown: () => void,
): {
  setCommands(commands: Commands | null, isAll?: boolean): void
  /** Defines the function, and performs what the stub has collected. */
  start(): void
} {
  const stub = page.aichat
  let queue: Call[] = Array.from(stub?.q ?? [], (call) => Array.from(call) as Call)
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

  return {
    setCommands(commands, isAll = false) {
      current = commands
      isComplete = isAll
      if (commands) performAll()
      else queue = []
    },
    start() {
      const aichat: Aichat = (...call) => perform(call)
      aichat.isInstalled = true
      page.aichat = aichat
      performAll()
    },
  }
}
