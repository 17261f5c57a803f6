// Loaded into a server: how much of the time its event loop had something to do, as a share since the last question.
import { performance } from 'node:perf_hooks'

let before = performance.eventLoopUtilization()
process.on('message', (message) => {
  if (message !== 'busy') return
  const now = performance.eventLoopUtilization()
  process.send?.({ busy: performance.eventLoopUtilization(now, before).utilization })
  before = now
})
