import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { corkUntilNextTick, getConnection, writtenFor as pg } from './pg-connection.ts'
import { implementFsync, writtenFor as pglite, restrictModes } from './pglite-durable-files.mjs'
import { writtenFor as batches, batchMessages, coalesceReplies } from './pglite-message-batches.mjs'
import { canPipeline } from './pipelined-transaction.ts'
import { coalesceWrites, writtenFor as sockets, terminateTransport } from './socket-writes.ts'

const modules = path.resolve(import.meta.dirname, '../../../../node_modules')

test.each(Object.entries({ ...pg, ...pglite, ...batches, ...sockets }))(
  'the driver for %s was written for the installed version %s: after an upgrade, check the internals that it uses',
  (name, version) => {
    const manifest = JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8'))
    expect(manifest.version).toBe(version)
  },
)

describe('without the internals of pg', () => {
  test.each([{}, { connection: {} }, { connection: { bind() {}, execute() {}, stream: {} } }])(
    'nothing is pipelined or corked: %o',
    (client) => {
      expect(getConnection(client)).toBeNull()
      expect(canPipeline(client)).toBe(false)
      expect(() => corkUntilNextTick(client as never)).not.toThrow()
    },
  )

  test('a transaction is pipelined only where all of them exist', () => {
    const stream = new Writable()
    expect(canPipeline({ connection: { bind() {}, execute() {}, stream } })).toBe(true)
  })
})

describe('socket writes', () => {
  test('are combined until the next tick', async () => {
    const write = vi.fn((_chunks: unknown, done: () => void) => done())
    const stream = new Writable({ writev: write })
    const engine = new EventEmitter()
    coalesceWrites(engine as never)
    for (const text of ['one', 'two']) {
      engine.emit('flush', { transport: { socket: { _socket: stream } } })
      stream.write(text)
    }
    expect(write).not.toHaveBeenCalled()
    await new Promise((resolve) => setImmediate(resolve))
    expect(write).toHaveBeenCalledTimes(1)
  })

  test.each([{}, { socket: {} }, { socket: { _socket: null } }, { socket: { _socket: {} } }])(
    'are not combined without access to the stream: %o',
    (transport) => {
      const engine = new EventEmitter()
      coalesceWrites(engine as never)
      expect(() => engine.emit('flush', { transport })).not.toThrow()
      expect(() => terminateTransport(transport)).not.toThrow()
    },
  )
})

describe('fsync of the embedded database', () => {
  test.each([undefined, {}, { filesystems: { NODEFS: {} } }])(
    'keeps the built-in implementation, with a warning, without the internals of PGlite: %o',
    (FS) => {
      const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
      expect(implementFsync(FS)).toBe(false)
      expect(warn).toHaveBeenCalledOnce()
      warn.mockRestore()
    },
  )

  test('replaces the built-in implementation', () => {
    const NODEFS = { stream_ops: {} as { fsync?: unknown }, tryFSOperation() {}, realPath() {} }
    expect(implementFsync({ filesystems: { NODEFS } })).toBe(true)
    expect(NODEFS.stream_ops.fsync).toBeTypeOf('function')
  })
})

describe('modes of the embedded database', () => {
  test.each([undefined, {}, { filesystems: { NODEFS: {} } }])(
    'stay as PGlite sets them without its internals: %o',
    (FS) => expect(restrictModes(FS)).toBe(false),
  )

  test('give other users no access', () => {
    const setattr = vi.fn()
    const NODEFS = { setattr }
    expect(restrictModes({ filesystems: { NODEFS } })).toBe(true)
    NODEFS.setattr('file', {}, { mode: 0o100666 })
    NODEFS.setattr('file', {}, { size: 3 })
    expect(setattr.mock.calls.map(([, , attributes]) => attributes)).toEqual([
      { mode: 0o100600 },
      { size: 3 },
    ])
  })
})

describe('protocol messages for PGlite', () => {
  const message = (type: string) => new Uint8Array(Buffer.from(`${type}\0\0\0\u0004`))
  function setUp() {
    const executed: string[] = []
    const db = batchMessages({
      waitReady: Promise.resolve(),
      isInTransaction: () => false,
      runExclusive: (work) => work(),
      exec: async (statement) => void executed.push(statement),
      execProtocolRawStream: async (bytes) =>
        void executed.push(Buffer.from(bytes).toString().replace(/\W/g, '')),
    })
    const send = async (types: string) => {
      for (const type of types) await db.execProtocolRawStream(message(type), {})
    }
    return { db, executed, send }
  }

  test('are executed together for each statement, and keep the messages of other clients out until then', async () => {
    const { db, executed, send } = setUp()
    await send('PBDE')
    expect(executed).toEqual([])
    expect(db.isInTransaction()).toBe(true)
    await send('S')
    expect(db.isInTransaction()).toBe(false)
    await send('BESQBEH')
    expect(executed).toEqual(['PBDES', 'BES', 'Q', 'BEH'])
  })

  test('are dropped when their client disconnects', async () => {
    const { db, executed, send } = setUp()
    await send('PB')
    await db.exec('ROLLBACK')
    await send('PBX')
    await send('S')
    expect(executed).toEqual(['ROLLBACK', 'X', 'S'])
  })
})

describe('replies of PGlite', () => {
  test('of one turn of the event loop are sent in one write', async () => {
    const writes: number[] = []
    const socket = new Writable({
      writev(chunks, done) {
        writes.push(chunks.length)
        done()
      },
    })
    const server = new EventEmitter()
    coalesceReplies({ server })
    server.emit('connection', socket)
    for (const turn of [['begin', 'insert', 'commit'], ['select']]) {
      for (const reply of turn) {
        socket.write(reply)
        await Promise.resolve()
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(writes).toEqual([3, 1])
  })

  test('are written separately without access to the network server', () => {
    expect(() => coalesceReplies({})).not.toThrow()
  })
})
