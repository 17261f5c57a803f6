import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** A port that is free now and can be reused across restarts. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('A listening server has a port')
  return address.port
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
