// Loaded into a server process: reports the utilization of its event loop since the previous request.
import { performance } from 'node:perf_hooks'

let before = performance.eventLoopUtilization()
process.on('message', (message) => {
  if (message !== 'busy') return
  const now = performance.eventLoopUtilization()
  process.send?.({ busy: performance.eventLoopUtilization(now, before).utilization })
  before = now
})
