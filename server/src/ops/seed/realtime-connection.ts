/** A realtime connection by HTTP long polling, so that the seed needs no client library. */
export type RealtimeConnection = {
  /** Sends a command and returns its acknowledgment. @throws when the server refuses the command */
  send(command: string, payload: object): Promise<Record<string, unknown>>
  /**
   * Returns the data of the next event with the name that the predicate accepts. Events before the last acknowledgment are lost.
   * @throws when none has arrived in time
   */
  // biome-ignore lint/suspicious/noExplicitAny: the event as it came over the wire
  waitForEvent(name: string, isWanted: (data: any) => boolean): Promise<any>
  close(): Promise<void>
}

const separator = '\u001e'
const eventTimeoutMs = 60_000
/** Engine.IO packet types, followed in messages by Socket.IO packet types. */
const packets = {
  close: '1',
  ping: '2',
  pong: '3',
  connect: '40',
  connectError: '44',
  event: '42',
  ack: '43',
}

/** @throws when the server refuses the visitor's token */
export function connectVisitor(url: string, visitorToken: string): Promise<RealtimeConnection> {
  return connect(url, '/visitor,', { visitorToken })
}

/** While an agent is connected, visitors read that the team is there. @throws when the server refuses the access token */
export function connectAgent(url: string, token: string): Promise<RealtimeConnection> {
  return connect(url, '', { token })
}

/** `namespace` is as packets state it: followed by a comma, or empty for the default one. */
async function connect(url: string, namespace: string, auth: object): Promise<RealtimeConnection> {
  const address = `${url}/socket.io/?EIO=4&transport=polling`
  const handshake = await (await fetch(address)).text()
  const { sid } = JSON.parse(handshake.slice(1)) as { sid: string }
  const sessionAddress = `${address}&sid=${sid}`
  const write = async (packet: string) => {
    const response = await fetch(sessionAddress, { method: 'POST', body: packet })
    if (!response.ok) throw new Error(`The realtime connection was closed: ${await response.text()}`)
  }
  const received: string[] = []

  /** Reads until a packet begins with one of the prefixes, and drops the packets before it. */
  async function waitFor(...prefixes: string[]): Promise<string> {
    for (;;) {
      for (let packet = received.shift(); packet !== undefined; packet = received.shift()) {
        if (packet === packets.ping) await write(packets.pong)
        const text = packet
        if (prefixes.some((prefix) => text.startsWith(prefix))) return packet
      }
      const response = await fetch(sessionAddress)
      if (!response.ok) throw new Error(`The realtime connection was closed: ${await response.text()}`)
      received.push(...(await response.text()).split(separator))
    }
  }

  await write(`${packets.connect}${namespace}${JSON.stringify(auth)}`)
  const answer = await waitFor(`${packets.connect}${namespace}`, `${packets.connectError}${namespace}`)
  if (answer.startsWith(packets.connectError)) throw new Error(`The connection was refused: ${answer}`)

  let commandCount = 0
  return {
    async send(command, payload) {
      const id = ++commandCount
      await write(`${packets.event}${namespace}${id}${JSON.stringify([command, payload])}`)
      const prefix = `${packets.ack}${namespace}${id}`
      const ack = await waitFor(`${prefix}[`)
      const [result] = JSON.parse(ack.slice(prefix.length)) as [Record<string, unknown>]
      if (result.success === false) throw new Error(`${command} failed: ${ack}`)
      return result
    },
    async waitForEvent(name, isWanted) {
      const prefix = `${packets.event}${namespace}`
      for (const end = Date.now() + eventTimeoutMs; Date.now() < end; ) {
        const packet = await waitFor(prefix, packets.ping)
        if (packet === packets.ping) continue
        const [received, data] = JSON.parse(packet.slice(prefix.length)) as [string, unknown]
        if (received === name && isWanted(data)) return data
      }
      throw new Error(`The event ${name} did not arrive within a minute.`)
    },
    close: () => write(packets.close).catch(() => {}), // the server may have closed it already
  }
}
