#!/usr/bin/env node
// Exits with 0 when the process of this container is ready: a serving process on PORT, or a worker on WORKER_PORT.
const { HOST = '', PORT, WORKER_PORT } = process.env
const isEveryAddress = ['', '0.0.0.0', '::'].includes(HOST)
const host = isEveryAddress ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
const checks = [PORT || '3000', WORKER_PORT || '3100'].map(async (port) => {
  const { status } = await fetch(`http://${host}:${port}/readyz`, { signal: AbortSignal.timeout(2500) })
  if (status !== 200) throw new Error(`Port ${port} answers ${status}`)
})
await Promise.any(checks).catch(({ errors }) => {
  process.stderr.write(`${errors.map(({ message }) => message).join('. ')}\n`)
  process.exitCode = 1
})
