type Connection = { once(event: 'close', listener: () => void): unknown }

export type ConnectionLimit = {
  /** False when the key has the maximum number of open connections. A connection counts once, until it closes. */
  tryAdd(key: string, connection: Connection): boolean
}

/** Limits open connections per key in this process. */
export function createConnectionLimit(maxConnections: number): ConnectionLimit {
  const open = new Map<string, Set<Connection>>()
  return {
    tryAdd(key, connection) {
      const connections = open.get(key) ?? new Set()
      if (connections.has(connection)) return true
      if (connections.size >= maxConnections) return false
      connections.add(connection)
      open.set(key, connections)
      connection.once('close', () => {
        connections.delete(connection)
        if (connections.size === 0) open.delete(key)
      })
      return true
    },
  }
}
