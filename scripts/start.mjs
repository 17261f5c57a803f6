import { install } from './install.mjs'

install()
const { build } = await import('./build.mjs')
await build()
process.env.START_PROGRESS = 'plain'
await import('../server/dist/main.js')
