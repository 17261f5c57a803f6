import { install, run } from './install.mjs'
import { loadEnv } from './load-env.mjs'

install()
loadEnv()
// In a process of its own, so that its memory is free again when the server starts.
run(process.execPath, ['scripts/build.mjs', '--stale'])
process.env.START_PROGRESS = 'plain'
await import('../server/dist/main.js')
