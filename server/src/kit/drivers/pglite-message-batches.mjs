// Plain JavaScript, like the worker thread that imports it: worker threads of Node 20 cannot load TypeScript.

/** The version of the socket server that the functions below were written for. */
export const writtenFor = { '@electric-sql/pglite-socket': '0.2.17' }

/** Parse, Bind, Describe, Execute and Close: no client waits for their results before it sends Sync or Flush. */
const batchedTypes = new Set(Buffer.from('PBDEC'))
const terminate = Buffer.from('X')[0]

/**
 * PGlite for a socket server, which executes each protocol message with a call of its own. The messages of a statement are
 * collected and executed in one call with the Sync or Flush behind them. Until then the statement counts as a transaction, so that the
 * messages of other clients wait.
 */
export function batchMessages(db) {
  let waiting = []
  return {
    waitReady: db.waitReady,
    isInTransaction: () => waiting.length > 0 || db.isInTransaction(),
    runExclusive: (work) => db.runExclusive(work),
    /** The socket server rolls back the transaction of a client that has disconnected. */
    exec(statement) {
      waiting = []
      return db.exec(statement)
    },
    async execProtocolRawStream(message, options) {
      if (batchedTypes.has(message[0])) {
        waiting.push(message)
        return
      }
      const batch = message[0] === terminate ? [message] : [...waiting, message]
      waiting = []
      await db.execProtocolRawStream(
        batch.length === 1 ? message : new Uint8Array(Buffer.concat(batch)),
        options,
      )
    },
  }
}

/**
 * Sends the replies of one turn of the event loop in one write, which wakes the client once: those to a pipelined transaction are three
 * or more. Without access to the network server each reply is written separately.
 */
export function coalesceReplies({ server }) {
  server?.on('connection', (socket) => {
    const { write } = socket
    let isCorked = false
    const uncork = () => {
      isCorked = false
      socket.uncork()
    }
    socket.write = (...chunk) => {
      if (!isCorked) {
        isCorked = true
        socket.cork()
        setImmediate(uncork)
      }
      return write.apply(socket, chunk)
    }
  })
}
