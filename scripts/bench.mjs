import { readdirSync } from 'node:fs'
import path from 'node:path'
import { install, root, run } from './install.mjs'

install()
const { build } = await import('./build.mjs')
await build()
const [wanted, ...options] = process.argv.slice(2)
const all = readdirSync(path.join(root, 'bench')).filter((file) => file.endsWith('.ts'))
for (const file of all.filter((name) => !wanted || wanted.startsWith('-') || name === `${wanted}.ts`)) {
  console.log(`\n  ${file}`)
  run(process.execPath, [
    '--import',
    'tsx',
    path.join('bench', file),
    ...(wanted?.startsWith('-') ? [wanted] : []),
    ...options,
  ])
}
