import { install } from './install.mjs'
import { loadEnv } from './load-env.mjs'

install()
loadEnv()
const { build } = await import('./build.mjs')
await build({ only: ['server', 'database template'] })
process.env.START_PROGRESS = 'plain'
await import('../server/dist/worker.js')
