// Loaded before a server whose memory is asked for: what is garbage is not what a connection costs.
process.on('message', async (message) => {
  if (message !== 'memory') return
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, heap: heapUsed + external })
})
