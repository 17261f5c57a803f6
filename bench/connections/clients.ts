import { cpuMicroseconds } from '../kit/cpu.ts'
import { connectSocket } from '../kit/socket-connection.ts'
import type { Endpoint } from '../messages/load.ts'

type Task =
  | { do: 'connect'; endpoints: Endpoint[] }
  /** One sender with several messages in flight; all connected clients are in the room that receives them. */
  | { do: 'broadcast'; sender: Endpoint; inFlight: number; seconds: number; server: number }

export type BroadcastResult = { perSecond: number; microseconds: number; p50: number; p99: number }

const warmSeconds = 1
const text = 'Hello, do you have this tent in green too? I would like to order two of them.'
const seqName = Buffer.from('"clientId":"')

let roomSize = 0
let deliveryCount = 0
let onDelivery: (frame: Buffer) => void = () => {}

process.on('message', async (task: Task) => {
  try {
    process.send?.(task.do === 'connect' ? await connectAll(task.endpoints) : await broadcast(task))
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))

async function connectAll(endpoints: Endpoint[]): Promise<string> {
  for (let start = 0; start < endpoints.length; start += 50) {
    await Promise.all(
      endpoints.slice(start, start + 50).map((endpoint) =>
        connectSocket(
          endpoint,
          (frame) => {
            deliveryCount++
            onDelivery(frame)
          },
          () => process.send?.({ failed: 'A connection ended' }),
        ),
      ),
    )
  }
  roomSize += endpoints.length
  return 'connected'
}

async function broadcast({
  sender,
  inFlight,
  seconds,
  server,
}: Extract<Task, { do: 'broadcast' }>): Promise<BroadcastResult> {
  const connection = await connectSocket(sender)
  const latencies: number[] = []
  /** Time of sending and number of deliveries by message. */
  const sent = new Map<string, { at: number; by: number }>()
  let count = 0
  let isStopped = false
  onDelivery = (frame) => {
    const at = frame.indexOf(seqName) + seqName.length
    const one = sent.get(frame.toString('latin1', at, frame.indexOf(34, at)))
    if (!one || ++one.by < roomSize) return
    latencies.push(performance.now() - one.at)
    next()
  }
  // The next message is sent when all clients have received one, so that unread data does not accumulate.
  const next = () => {
    if (isStopped) return
    const clientId = `broadcast-${++count}`
    sent.set(clientId, { at: performance.now(), by: 0 })
    connection.emit('message:send', { text, clientId }, () => {})
  }
  for (let one = 0; one < inFlight; one++) next()
  await delay(warmSeconds * 1000)
  const before = {
    deliveryCount,
    cpu: cpuMicroseconds([server]),
    at: performance.now(),
    latencyCount: latencies.length,
  }
  await delay(seconds * 1000)
  const deliveries = deliveryCount - before.deliveryCount
  const lasted = (performance.now() - before.at) / 1000
  const cpu = cpuMicroseconds([server]) - before.cpu
  isStopped = true
  await delay(500)
  connection.close()
  const sorted = latencies.slice(before.latencyCount).sort((one, other) => one - other)
  const percentile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  return {
    perSecond: deliveries / lasted,
    microseconds: cpu / deliveries,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
