// Loaded into a server process: collects garbage and reports its memory.
process.on('message', async (message) => {
  if (message !== 'memory') return
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, heap: heapUsed + external })
})
