import { install } from './install.mjs'
import { loadEnv } from './load-env.mjs'

install()
loadEnv()
const { build } = await import('./build.mjs')
await build({ only: ['server', 'database template'] })
await import('../server/dist/ops.js')
