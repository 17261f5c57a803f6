import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './install.mjs'

/** What each thing may weigh, in bytes after gzip. */
const budgets = [
  // The config, which comes beside it, may have the rest of 4,000; e2e/widget-page.spec.ts weighs both on the wire.
  { name: 'widget, before it is opened', most: 3_500, files: ['widget/dist/loader.js'] },
  {
    name: 'widget, opened',
    most: 38_000,
    files: ['loader.js', 'bridge.js', 'minimal-bundle.js', 'minimal-bundle.css'].map(widgetFile),
  },
  { name: 'widget, emoji when first asked for', most: 1_500, files: [widgetFile('emoji.json')] },
  ...readdirSync(path.join(root, 'widget/dist'))
    .filter((file) => /^words-\w+\.json$/.test(file))
    .map((file) => ({ name: `widget, ${file} for its visitors`, most: 1_500, files: [widgetFile(file)] })),
  { name: 'console, /login', most: 220_000, files: filesOf('src/screens/Login.tsx') },
  {
    name: 'console, /projects',
    most: 220_000,
    files: filesOf('src/shell/Shell.tsx', 'src/screens/Projects.tsx'),
  },
]

const projects = weigh(filesOf('src/shell/Shell.tsx', 'src/screens/Projects.tsx'))
for (const screen of readdirSync(path.join(root, 'console/src/screens'))) {
  const source = `src/screens/${screen}`
  if (!manifest()[source]?.isDynamicEntry) continue
  budgets.push({
    name: `console, ${screen.replace('.tsx', '')}`,
    most: projects + 60_000,
    files: filesOf('src/shell/Shell.tsx', source),
  })
}

let isTooLarge = false
for (const { name, most, files } of budgets) {
  const bytes = weigh(files)
  console.log(`  ${name}: ${bytes} of ${most} bytes`)
  if (bytes > most) isTooLarge = true
}
if (isTooLarge) process.exit(1)

function widgetFile(file) {
  return `widget/dist/${file}`
}

function weigh(files) {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(root, file))).length, 0)
}

function manifest() {
  return JSON.parse(readFileSync(path.join(root, 'console/dist/.vite/manifest.json'), 'utf8'))
}

/** The files that a screen needs before it is drawn: its own, the entry's, and all that they import. */
function filesOf(...screens) {
  const all = manifest()
  const files = new Set()
  const seen = new Set()
  const open = ['index.html', ...screens.filter((screen) => all[screen])]
  while (open.length > 0) {
    const name = open.pop()
    if (seen.has(name)) continue
    seen.add(name)
    const { file, css = [], imports = [] } = all[name]
    for (const one of [file, ...css]) files.add(`console/dist/${one}`)
    open.push(...imports)
  }
  return [...files].filter((file) => /\.(?:js|css)$/.test(file))
}
