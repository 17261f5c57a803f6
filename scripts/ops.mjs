import { install } from './install.mjs'

install()
const { build } = await import('./build.mjs')
await build({ only: ['server', 'database template'] })
await import('../server/dist/ops.js')
