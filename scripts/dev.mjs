import { spawn } from 'node:child_process'
import path from 'node:path'
import { install, root } from './install.mjs'
import { loadEnv } from './load-env.mjs'

const stopGraceMs = 12_000

install()
loadEnv()
const port = process.env.PORT || '3000'
const consolePort = process.env.CONSOLE_PORT || '5173'
const env = { ...process.env, NODE_ENV: 'development', START_PROGRESS: 'plain' }
const children = []
let exitCode

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

// The server serves widget/dist, so the first build of the widget comes before the server.
const widget = start('widget', ['widget/build.mjs', '--watch'], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
widget.once('message', () => {
  start('server', ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/src/main.ts'])
  start('console', ['../node_modules/vite/bin/vite.js'], { cwd: path.join(root, 'console') })
  console.log(`  Console with hot reload: http://localhost:${consolePort}`)
  console.log(`  API, sockets and widget: http://localhost:${port}`)
})

/** Starts one program. When it ends, everything ends with its exit code. */
function start(name, args, options = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    ...options,
  })
  children.push(child)
  child.once('exit', (code, signal) => {
    if (exitCode === undefined) console.error(`  The ${name} ended with ${signal ?? `exit code ${code}`}.`)
    stop(code ?? 1)
  })
  return child
}

/** Ends all programs, and this process with the given code once they are gone. */
function stop(code) {
  if (exitCode === undefined) {
    exitCode = code
    for (const child of children) child.kill('SIGTERM')
    setTimeout(() => {
      for (const child of children) child.kill('SIGKILL')
    }, stopGraceMs).unref()
  }
  if (children.every((child) => child.exitCode !== null || child.signalCode !== null)) process.exit(exitCode)
}
