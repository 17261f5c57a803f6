import { WebSocket } from 'ws'

/** A Socket.IO client that parses only the necessary part of a frame, so that thousands of them need little processor time. */
export type SocketConnection = {
  /** The ack is the frame from the beginning of its JSON. */
  emit(event: string, data: object, onAck?: (ack: Buffer) => void): void
  close(): void
}

const [openFrame, pingFrame, messageFrame] = ['0', '2', '4'].map((digit) => digit.charCodeAt(0))
const [connected, event, ack, refused] = ['0', '2', '3', '4'].map((digit) => digit.charCodeAt(0))
const bracket = '['.charCodeAt(0)

/** `from` is a local address. `onEvent` receives the frame of each event and the offset of its JSON. */
export function connectSocket(
  { url, auth, from }: { url: string; auth: object; from?: string },
  onEvent: (frame: Buffer, at: number) => void = () => {},
  onEnd: () => void = () => {},
): Promise<SocketConnection> {
  const { origin, pathname: namespace } = new URL(url)
  const prefix = namespace === '/' ? '' : `${namespace},`
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
    ...(from ? { localAddress: from } : {}),
  })
  const pendingAcks = new Map<number, (ack: Buffer) => void>()
  let count = 0
  const wire: SocketConnection = {
    emit(name, data, onAck) {
      const id = onAck ? ++count : ''
      if (onAck) pendingAcks.set(count, onAck)
      socket.send(`42${prefix}${id}${JSON.stringify([name, data])}`)
    },
    close: () => socket.terminate(),
  }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => {
      reject(new Error('The connection ended'))
      onEnd()
    })
    socket.on('message', (frame: Buffer) => {
      const [kind, type] = frame
      if (kind === openFrame) socket.send(`40${prefix}${JSON.stringify(auth)}`)
      else if (kind === pingFrame) socket.send('3')
      else if (kind !== messageFrame) return
      else if (type === event) onEvent(frame, 2 + prefix.length)
      else if (type === ack) {
        const at = frame.indexOf(bracket)
        const id = Number(frame.toString('latin1', 2 + prefix.length, at))
        const onAck = pendingAcks.get(id)
        pendingAcks.delete(id)
        onAck?.(frame.subarray(at))
      } else if (type === connected) resolve(wire)
      else if (type === refused) reject(new Error(frame.toString()))
    })
  })
}
