import { cpuMicroseconds } from '../kit/cpu.ts'
import { connectWire } from '../kit/wire.ts'
import type { Endpoint } from '../messages/load.ts'

type Task =
  | { do: 'connect'; ends: Endpoint[] }
  /** One sender with so many sends underway; everybody connected is in the room that hears them. */
  | { do: 'tell'; sender: Endpoint; underway: number; seconds: number; server: number }

export type Told = { perSecond: number; microseconds: number; p50: number; p99: number }

const warmSeconds = 1
const text = 'Hello, do you have this tent in green too? I would like to order two of them.'
const seqName = Buffer.from('"clientId":"')

let room = 0
let heard = 0
let hear: (frame: Buffer) => void = () => {}

process.on('message', async (task: Task) => {
  try {
    process.send?.(task.do === 'connect' ? await connectAll(task.ends) : await tell(task))
  } catch (error) {
    process.send?.({ failed: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))

async function connectAll(ends: Endpoint[]): Promise<string> {
  for (let begun = 0; begun < ends.length; begun += 50) {
    await Promise.all(
      ends.slice(begun, begun + 50).map((end) =>
        connectWire(
          end,
          (frame) => {
            heard++
            hear(frame)
          },
          () => process.send?.({ failed: 'A connection ended' }),
        ),
      ),
    )
  }
  room += ends.length
  return 'connected'
}

async function tell({ sender, underway, seconds, server }: Extract<Task, { do: 'tell' }>): Promise<Told> {
  const wire = await connectWire(sender)
  const latencies: number[] = []
  /** When each message was sent, and by how many it has been heard. */
  const sent = new Map<string, { at: number; by: number }>()
  let count = 0
  let isOver = false
  hear = (frame) => {
    const at = frame.indexOf(seqName) + seqName.length
    const one = sent.get(frame.toString('latin1', at, frame.indexOf(34, at)))
    if (!one || ++one.by < room) return
    latencies.push(performance.now() - one.at)
    next()
  }
  // A message is done when all have heard it: else what nobody has read would pile up.
  const next = () => {
    if (isOver) return
    const clientId = `told-${++count}`
    sent.set(clientId, { at: performance.now(), by: 0 })
    wire.ask('message:send', { text, clientId }, () => {})
  }
  for (let one = 0; one < underway; one++) next()
  await pause(warmSeconds * 1000)
  const before = { heard, cpu: cpuMicroseconds([server]), at: performance.now(), told: latencies.length }
  await pause(seconds * 1000)
  const deliveries = heard - before.heard
  const lasted = (performance.now() - before.at) / 1000
  const cpu = cpuMicroseconds([server]) - before.cpu
  isOver = true
  await pause(500)
  wire.close()
  const sorted = latencies.slice(before.told).sort((one, other) => one - other)
  const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  return { perSecond: deliveries / lasted, microseconds: cpu / deliveries, p50: share(0.5), p99: share(0.99) }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
