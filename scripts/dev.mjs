import { spawn } from 'node:child_process'
import path from 'node:path'
import { install, root } from './install.mjs'

install()
const watched = [
  [
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/src/main.ts'],
    root,
  ],
  [process.execPath, ['widget/build.mjs', '--watch'], root],
  [process.execPath, ['../node_modules/vite/bin/vite.js'], path.join(root, 'console')],
]
console.log(
  '  Console with hot reload: http://localhost:5173 (API, sockets and widget: http://localhost:3000)',
)
const children = watched.map(([command, args, cwd]) =>
  spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, START_PROGRESS: 'plain' } }),
)
for (const child of children) child.on('exit', stop)
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

let isStopping = false
function stop() {
  if (isStopping) return
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
}
