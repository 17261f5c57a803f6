import { createHash } from 'node:crypto'
import { watch } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, context, transform } from 'esbuild'

const folder = dirname(fileURLToPath(import.meta.url))
const dist = join(folder, 'dist')
const budgets = [
  { name: 'page', files: ['loader.js'], gzip: 3_550 },
  { name: 'chat', files: ['bridge.js', 'minimal-bundle.js', 'minimal-bundle.css'], gzip: 35_000 },
]

/** The launcher lives in a shadow root on the customer's page, so its stylesheet is embedded as text. */
const launcherStyles = {
  name: 'launcher-styles',
  setup(run) {
    run.onLoad({ filter: /loader\/\w+\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true })
      return { contents: code.trim(), loader: 'text' }
    })
  },
}

const options = {
  absWorkingDir: folder,
  entryPoints: [
    { in: 'loader/main.ts', out: 'loader' },
    { in: 'app/main.tsx', out: 'minimal-bundle' },
    { in: 'app/preview.tsx', out: 'preview-bundle' },
  ],
  outdir: dist,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2020',
  // A script is decoded with the encoding of the page, which may be any.
  charset: 'ascii',
  legalComments: 'none',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { react: 'preact/compat', 'react/jsx-runtime': 'preact/jsx-runtime' },
  plugins: [launcherStyles],
  logLevel: 'warning',
}

/** The loader imports the bridge as a module, so that it needs no global name. */
const bridgeOptions = { ...options, entryPoints: [{ in: 'loader/bridge.ts', out: 'bridge' }], format: 'esm' }

await rm(dist, { recursive: true, force: true })
await mkdir(dist)
if (process.argv.includes('--watch')) {
  await watchSources()
} else {
  await build(bridgeOptions)
  await build(withBridgeVersion(await hashOf(join(dist, 'bridge.js'))))
  await writeData()
  process.exitCode = (await report()) ? 0 : 1
}

/** The loader requests the bridge that it was built with: browsers cache both files separately. */
function withBridgeVersion(version) {
  return { ...options, define: { ...options.define, BRIDGE_VERSION: JSON.stringify(version) } }
}

async function hashOf(file) {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('base64url')
    .slice(0, 6)
}

/** Builds everything once, reports it to the parent process, and rebuilds what changes. */
async function watchSources() {
  const contexts = await Promise.all([context(bridgeOptions), context(withBridgeVersion('dev'))])
  for (const current of contexts) await current.rebuild()
  await writeData()
  for (const current of contexts) await current.watch()
  for (const source of [join(folder, 'app/languages'), join(folder, 'app/emoji.json')]) {
    watch(source, () => writeData().catch((error) => print(`Failed to copy widget data: ${error.message}`)))
  }
  process.send?.('built')
}

/** Writes the files that the widget fetches on demand: translations and emoji. */
async function writeData() {
  const app = join(folder, 'app')
  const languages = await readdir(join(app, 'languages'))
  const files = [
    ['emoji.json', join(app, 'emoji.json')],
    ...languages.map((name) => [`words-${name}`, join(app, 'languages', name)]),
  ]
  for (const [name, source] of files) {
    await writeFile(join(dist, name), JSON.stringify(JSON.parse(await readFile(source, 'utf8'))))
  }
}

async function report() {
  let isWithinBudget = true
  for (const budget of budgets) {
    let gzip = 0
    for (const file of budget.files) {
      const content = await readFile(join(dist, file))
      const sizes = [
        content.length,
        gzipSync(content, { level: 9 }).length,
        brotliCompressSync(content).length,
      ]
      gzip += sizes[1]
      print(`${file.padEnd(20)} ${sizes.map((size) => String(size).padStart(7)).join(' ')}  raw/gzip/brotli`)
    }
    const isOver = gzip > budget.gzip
    if (isOver) isWithinBudget = false
    print(`${budget.name}: ${gzip} of ${budget.gzip} bytes gzip${isOver ? ' IS OVER BUDGET' : ''}`)
  }
  return isWithinBudget
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
