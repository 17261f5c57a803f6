import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './install.mjs'

const widgetVersion = readFileSync(path.join(root, 'widget/dist/version'), 'utf8')

/** The size limit of each bundle, in bytes after gzip. */
const budgets = [
  // With the panel's outline, which is drawn before the chat is loaded. The rest of 5 kB is the launcher's configuration.
  { name: 'widget, before it is opened', maxBytes: 4_725, files: ['widget/dist/loader.js'] },
  {
    // The rest of 40 kB is the configuration, which both programs fetch, and the page of the frame.
    name: 'widget, opened',
    maxBytes: 38_925,
    files: [
      'widget/dist/loader.js',
      ...['bridge.js', 'minimal-bundle.js', 'minimal-bundle.css'].map(widgetFile),
    ],
  },
  { name: 'widget, emoji when first asked for', maxBytes: 1_500, files: [widgetFile('emoji.json')] },
  ...readdirSync(path.join(root, 'widget/dist', widgetVersion))
    .filter((file) => /^words-\w+\.json$/.test(file))
    .map((file) => ({
      name: `widget, ${file} for its visitors`,
      maxBytes: 1_800,
      files: [widgetFile(file)],
    })),
  { name: 'console, /login', maxBytes: 220_000, files: filesOf('src/screens/auth/Login.tsx') },
  {
    name: 'console, /projects',
    maxBytes: 220_000,
    files: filesOf('src/shell/Shell.tsx', 'src/screens/Projects.tsx'),
  },
]

const projects = gzipBytes(filesOf('src/shell/Shell.tsx', 'src/screens/Projects.tsx'))
for (const screen of readdirSync(path.join(root, 'console/src/screens'), { recursive: true })) {
  const source = `src/screens/${screen}`
  if (!manifest()[source]?.isDynamicEntry) continue
  budgets.push({
    name: `console, ${screen.replace('.tsx', '')}`,
    maxBytes: projects + 60_000,
    files: filesOf('src/shell/Shell.tsx', source),
  })
}

const tooLarge = []
for (const { name, maxBytes, files } of budgets) {
  const bytes = gzipBytes(files)
  console.log(`  ${name}: ${bytes} of ${maxBytes} bytes`)
  if (bytes > maxBytes) tooLarge.push(`${name} is ${bytes - maxBytes} bytes too large.`)
}
if (tooLarge.length > 0) {
  console.error(
    [
      '',
      ...tooLarge,
      'Load code lazily that the first view does not need: with lazyOverlay or lazyPart in the console, as one of the parts in widget/build.mjs.',
      'A module that many screens import moves into console/dist/assets/shared-*.js, which all of them load.',
    ].join('\n'),
  )
  process.exit(1)
}

function widgetFile(file) {
  return `widget/dist/${widgetVersion}/${file}`
}

function gzipBytes(files) {
  return files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(root, file)), { level: 9 }).length,
    0,
  )
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
