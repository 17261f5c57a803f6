import { runProcess } from './run-process.ts'
import { startWorker } from './start-worker.ts'

await runProcess({
  start: startWorker,
  portName: 'WORKER_PORT',
  defaultPort: 3100,
  ready: ({ host, workerPort }) => `The worker is ready. Health: http://${host}:${workerPort}/readyz`,
})
