import { readdirSync, readFileSync } from 'node:fs'
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
  { name: 'console, first load', most: 220_000, files: firstLoad() },
]

let isTooLarge = false
for (const { name, most, files } of budgets) {
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(root, file))).length, 0)
  console.log(`  ${name}: ${bytes} of ${most} bytes`)
  if (bytes > most) isTooLarge = true
}
if (isTooLarge) process.exit(1)

/** What index.html names, and what the login and projects screens load with it. */
function firstLoad() {
  const html = readFileSync(path.join(root, 'console/dist/index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1])
  const screens = readdirSync(path.join(root, 'console/dist/assets')).filter((file) =>
    /^(?:LoginScreen|ProjectsScreen)-.*\.(?:js|css)$/.test(file),
  )
  return [...new Set([...named, ...screens.map((file) => `assets/${file}`)])].map(
    (file) => `console/dist/${file}`,
  )
}
