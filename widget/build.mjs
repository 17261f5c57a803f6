import { createHash } from 'node:crypto'
import { watch } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, context, transform } from 'esbuild'

const folder = dirname(fileURLToPath(import.meta.url))
const dist = join(folder, 'dist')
/** Everything but the loader is in a folder that is named by its content, so that files of different builds never mix. */
const building = join(dist, 'building')
/** How long the files of former builds stay: pages that were opened with an older loader request them. */
const maxAgeDays = 30
/** The rest of 5 kB and 40 kB is the configuration, which both programs fetch, and the page of the frame. */
const budgets = [
  { name: 'page', files: ['loader.js'], gzip: 4_725 },
  { name: 'chat', files: ['bridge.js', 'minimal-bundle.js', 'minimal-bundle.css'], gzip: 34_200 },
]

/** The launcher lives in a shadow root on the customer's page, so its stylesheet is embedded as text. */
const launcherStyles = {
  name: 'launcher-styles',
  setup(run) {
    run.onLoad({ filter: /loader\/\w+\/\w+\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true })
      return { contents: code.trim(), loader: 'text' }
    })
  },
}

/** The parts of the chat that are loaded when they are first shown, the page of a link to a conversation, and the console's preview. */
const parts = [
  'composer/EmojiGrid',
  'composer/Uploads',
  'forms/FormSummary',
  'forms/LeaveEmail',
  'forms/PrechatForm',
  'forms/RatingForm',
  'messages/Attachments',
  'messages/ReplyRating',
  'messages/Suggestions',
  'panel/Faqs',
  'panel/Menu',
  'conversation-bundle',
  'preview-bundle',
]

/** Parts use the chat's own instance of large modules and of those with state, which `main.tsx` exports. */
const importFromChat = {
  name: 'import-from-chat',
  setup(run) {
    const shared = /^(?:preact|react|react\/jsx-runtime)$|\/(?:RichText\.tsx|words\.ts)$/
    run.onResolve({ filter: shared }, () => ({ path: './minimal-bundle.js', external: true }))
    run.onEnd(({ metafile }) => {
      const copied = Object.keys(metafile?.inputs ?? {}).filter((file) =>
        /\/(?:preact|RichText|words)\b/.test(file),
      )
      if (copied.length > 0) throw new Error(`Parts must use the chat's instance of ${copied.join(', ')}`)
    })
  },
}

/** A module that few pages need is a file of its own. */
const importSeparately = {
  name: 'import-separately',
  setup(run) {
    run.onResolve({ filter: /^\.{1,2}\/[\w/-]+\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: `./${basename(path, '.ts')}.js`, external: true } : undefined,
    )
  },
}

const options = {
  absWorkingDir: folder,
  entryPoints: [
    { in: 'app/main.tsx', out: 'minimal-bundle' },
    { in: 'app/parts.css', out: 'parts' },
  ],
  outdir: building,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2021',
  // A script is decoded with the encoding of the page, which may be any.
  charset: 'ascii',
  legalComments: 'none',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Preact's compatibility layer for React is 1.7 kB, and the chat needs only its hooks.
  alias: { react: 'preact/hooks', 'react/jsx-runtime': 'preact/jsx-runtime' },
  plugins: [launcherStyles],
  logLevel: 'warning',
}

const partOptions = {
  ...options,
  entryPoints: parts.map((name) => ({ in: `app/${name}.tsx`, out: basename(name) })),
  alias: {},
  metafile: true,
  plugins: [...options.plugins, importFromChat],
}

/** Imported as modules when they are needed, so that they need no global name. */
const moduleOptions = {
  ...options,
  entryPoints: [
    { in: 'loader/frame/bridge.ts', out: 'bridge' },
    { in: 'loader/launcher/attention.ts', out: 'attention' },
    { in: 'loader/frame/frame-lock.ts', out: 'frame-lock' },
    { in: 'loader/frame/launcher-hours.ts', out: 'launcher-hours' },
    { in: 'app/chime.ts', out: 'chime' },
  ],
  plugins: [launcherStyles, importSeparately],
}

await mkdir(dist, { recursive: true })
await removeOldBuilds()
if (process.argv.includes('--watch')) {
  await watchSources()
} else {
  await Promise.all([options, partOptions, moduleOptions].map((one) => build(one)))
  await writeData(building)
  const version = await hashFolder(building)
  await build(loaderOptions(version))
  await rm(join(dist, version), { recursive: true, force: true })
  await rename(building, join(dist, version))
  await writeFile(join(dist, 'version'), version)
  process.exitCode = (await report(version)) ? 0 : 1
}

/** The loader requests the bridge that it was built with, and is the only file whose address stays the same. */
function loaderOptions(version) {
  return {
    ...options,
    entryPoints: [{ in: 'loader/main.ts', out: 'loader' }],
    outdir: dist,
    format: 'iife',
    define: { ...options.define, WIDGET_VERSION: JSON.stringify(version) },
  }
}

/** The hash of all names and contents, as hexadecimal digits. */
async function hashFolder(path) {
  const hash = createHash('sha256')
  for (const name of (await readdir(path)).sort()) hash.update(name).update(await readFile(join(path, name)))
  return hash.digest('hex').slice(0, 10)
}

/** A process that was started before the build goes on serving the files of its own version. */
async function removeOldBuilds() {
  for (const entry of await readdir(dist, { withFileTypes: true })) {
    const path = join(dist, entry.name)
    const { mtimeMs } = await stat(path)
    const isKept = /^[\da-f]{10}$/.test(entry.name) && Date.now() - mtimeMs < maxAgeDays * 86_400_000
    if (!isKept && entry.name !== 'loader.js' && entry.name !== 'version')
      await rm(path, { recursive: true, force: true })
  }
}

/** Builds everything once, reports it to the parent process, and rebuilds what changes. */
async function watchSources() {
  const outdir = join(dist, 'dev')
  const contexts = await Promise.all(
    [...[options, partOptions, moduleOptions].map((one) => ({ ...one, outdir })), loaderOptions('dev')].map(
      (one) => context(one),
    ),
  )
  for (const current of contexts) await current.rebuild()
  await writeData(outdir)
  await writeFile(join(dist, 'version'), 'dev')
  for (const current of contexts) await current.watch()
  for (const source of [join(folder, 'app/languages'), join(folder, 'app/composer/emoji.json')]) {
    watch(source, () =>
      writeData(outdir).catch((error) => print(`Failed to copy widget data: ${error.message}`)),
    )
  }
  process.send?.('built')
}

/** Writes the files that the widget fetches on demand: translations and emoji. */
async function writeData(outdir) {
  const app = join(folder, 'app')
  const languages = await readdir(join(app, 'languages'))
  const files = [
    ['emoji.json', join(app, 'composer/emoji.json')],
    ...languages.map((name) => [`words-${name}`, join(app, 'languages', name)]),
  ]
  for (const [name, source] of files) {
    await writeFile(join(outdir, name), JSON.stringify(JSON.parse(await readFile(source, 'utf8'))))
  }
}

async function report(version) {
  let isWithinBudget = true
  for (const budget of budgets) {
    let gzip = 0
    for (const file of budget.files) {
      const content = await readFile(join(dist, file === 'loader.js' ? '' : version, file))
      const sizes = [
        content.length,
        gzipSync(content, { level: 9 }).length,
        brotliCompressSync(content).length,
      ]
      gzip += sizes[1]
      print(`${file.padEnd(20)} ${sizes.map((size) => String(size).padStart(7)).join(' ')}  raw/gzip/brotli`)
    }
    print(`${budget.name}: ${gzip} of ${budget.gzip} bytes gzip`)
    if (gzip <= budget.gzip) continue
    isWithinBudget = false
    process.stderr.write(`The ${budget.name} of the widget has ${gzip} bytes of at most ${budget.gzip}.\n`)
  }
  return isWithinBudget
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
