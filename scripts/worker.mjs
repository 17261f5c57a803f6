import { install } from './install.mjs'

install()
const { build } = await import('./build.mjs')
await build({ only: ['server'] })
process.env.START_PROGRESS = 'plain'
await import('../server/dist/worker.js')
