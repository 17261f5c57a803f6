import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * A port for a server that starts and restarts. It is below the ephemeral range, from which the system takes the ports of outgoing
 * connections and of servers on port 0, so that none of them takes it before the server listens.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Waits until a program listens on the port. */
export async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('close', () => socket.destroy())
      setTimeout(() => socket.end(), 50).unref()
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`Nothing listens on port ${port}`)
}
