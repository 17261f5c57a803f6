import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './install.mjs'

/** What each thing may weigh, in bytes after gzip. */
const budgets = [
  { name: 'widget, before it is opened', most: 3_400, files: ['widget/dist/loader.js'] },
  {
    name: 'widget, opened',
    most: 40_000,
    files: ['widget/dist/loader.js', 'widget/dist/minimal-bundle.js', 'widget/dist/minimal-bundle.css'],
  },
  { name: 'console, /login', most: 220_000, files: filesOf('src/screens/Login.tsx') },
  {
    name: 'console, /projects',
    most: 220_000,
    files: filesOf('src/shell/Shell.tsx', 'src/screens/Projects.tsx'),
  },
]

let isTooLarge = false
for (const { name, most, files } of budgets) {
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(root, file))).length, 0)
  console.log(`  ${name}: ${bytes} of ${most} bytes`)
  if (bytes > most) isTooLarge = true
}
if (isTooLarge) process.exit(1)

/** The files that a screen needs before it is drawn: its own, the entry's, and all that they import. */
function filesOf(...screens) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'console/dist/.vite/manifest.json'), 'utf8'))
  const files = new Set()
  const seen = new Set()
  const open = ['index.html', ...screens.filter((screen) => manifest[screen])]
  while (open.length > 0) {
    const name = open.pop()
    if (seen.has(name)) continue
    seen.add(name)
    const { file, css = [], imports = [] } = manifest[name]
    for (const one of [file, ...css]) files.add(`console/dist/${one}`)
    open.push(...imports)
  }
  return [...files].filter((file) => /\.(?:js|css)$/.test(file))
}
