import { start } from './build.ts'
import { runProcess } from './run-process.ts'

await runProcess({
  start,
  portName: 'PORT',
  defaultPort: 3000,
  ready: ({ publicUrl }) => `AI Chat Platform is ready: ${publicUrl}`,
})
