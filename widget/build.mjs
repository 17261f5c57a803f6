import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, context, transform } from 'esbuild'

const folder = dirname(fileURLToPath(import.meta.url))
const dist = join(folder, 'dist')
const budgets = [
  { name: 'page', files: ['loader.js'], gzip: 3_400 },
  { name: 'chat', files: ['minimal-bundle.js', 'minimal-bundle.css'], gzip: 38_000 },
]

/** The launcher lives in a shadow root on somebody else's page, so its stylesheet travels as text. */
const launcherStyles = {
  name: 'launcher-styles',
  setup(run) {
    run.onLoad({ filter: /launcher\.css$/ }, async ({ path }) => {
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
  ],
  outdir: dist,
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2020',
  // A customer's page may be in any encoding, and a script is read in the page's.
  charset: 'ascii',
  legalComments: 'none',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { react: 'preact/compat', 'react/jsx-runtime': 'preact/jsx-runtime' },
  plugins: [launcherStyles],
  logLevel: 'warning',
}

if (process.argv.includes('--watch')) {
  const watching = await context(options)
  await watching.watch()
} else {
  await rm(dist, { recursive: true, force: true })
  await build(options)
  process.exitCode = (await report()) ? 0 : 1
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
