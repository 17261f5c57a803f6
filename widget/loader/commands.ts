export type Command = 'open' | 'close' | 'show' | 'hide'
type Perform = (command: Command) => void
type Aichat = ((command: Command) => void) & { isInstalled?: true; q?: ArrayLike<Command>[] }

const page = window as unknown as { aichat?: Aichat }

export function isInstalled(): boolean {
  return page.aichat?.isInstalled === true
}

/**
 * Puts `aichat` on the page. What it is told before the widget is drawn waits, as does what a page's own stub
 * has collected in `aichat.q`. Answers the function that connects the widget.
 */
export function installCommands(): (perform: Perform) => void {
  const waiting: Command[] = []
  let perform: Perform = (command) => {
    waiting.push(command)
  }
  const stub = page.aichat
  const aichat: Aichat = (command) => perform(command)
  aichat.isInstalled = true
  page.aichat = aichat
  if (Array.isArray(stub?.q)) for (const call of stub.q) perform(call[0]!)
  return (widget) => {
    perform = widget
    for (const command of waiting) widget(command)
  }
}
