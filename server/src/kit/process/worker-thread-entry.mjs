// Plain JavaScript: worker threads of Node 20 cannot load TypeScript, and this file also runs from the source tree.
import { parentPort, workerData } from 'node:worker_threads'

const { module, name, argument } = workerData
if (module.endsWith('.ts')) {
  const { register } = await import('tsx/esm/api')
  register()
}
try {
  const exported = await import(module)
  parentPort?.postMessage({ result: await exported[name](argument) })
} catch (error) {
  parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
}
