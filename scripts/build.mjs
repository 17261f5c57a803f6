import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { install, root, run } from './install.mjs'

const parts = [
  { name: 'server', sources: ['contracts/src', 'server/src', 'server/package.json'], build: buildServer },
  {
    name: 'database template',
    mark: 'server/dist/.template-built-from',
    sources: [
      'server/src/kit/db/embedded/create-database-template.mjs',
      'server/src/kit/db/embedded/database-template.mjs',
    ],
    build: () =>
      run(process.execPath, [
        'server/src/kit/db/embedded/create-database-template.mjs',
        'server/dist/database-template.tar.gz',
      ]),
  },
  {
    name: 'widget',
    sources: ['contracts/src', 'widget'],
    build: () => run(process.execPath, ['widget/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] }),
  },
  {
    name: 'console',
    sources: ['contracts/src', 'console'],
    build: () =>
      run(process.execPath, ['../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], {
        cwd: path.join(root, 'console'),
      }),
  },
]

/** Builds each part whose sources differ from those of its last build. */
export async function build({ all = false, only = parts.map(({ name }) => name) } = {}) {
  for (const part of parts) {
    if (!only.includes(part.name)) continue
    const mark = path.join(root, part.mark ?? `${part.name}/dist/.built-from`)
    const now = fingerprint(part.sources)
    if (!all && existsSync(mark) && readFileSync(mark, 'utf8') === now) continue
    // Progress goes to stderr, because some commands write their result to stdout.
    console.error(`  Building the ${part.name}`)
    await part.build()
    if (['widget', 'console'].includes(part.name)) compress(path.join(root, part.name, 'dist'))
    writeFileSync(mark, now)
  }
}

async function buildServer() {
  const { build: bundle } = await import('esbuild')
  const options = {
    absWorkingDir: root,
    outdir: 'server/dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  }
  await bundle({
    ...options,
    entryPoints: {
      main: 'server/src/main.ts',
      ops: 'server/src/ops.ts',
      worker: 'server/src/worker.ts',
      'extract-child': 'server/src/knowledge/read/extract-child.ts',
      'crawl-child': 'server/src/sources/crawl/crawl-child.ts',
      'inspect-child': 'server/src/findings/inspect-child.ts',
    },
    alias: { '@aichat/contracts': path.join(root, 'contracts/src') },
  })
  // Worker threads and child processes, which are plain JavaScript in the source tree too and keep their extension.
  await bundle({
    ...options,
    entryPoints: {
      'pglite-worker': 'server/src/kit/db/embedded/pglite-worker.mjs',
      'child-process-entry': 'server/src/kit/process/child-process-entry.mjs',
    },
    outExtension: { '.js': '.mjs' },
  })
}

/** Compresses files at build time, so that no request waits for it. */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    if (!entry.isFile() || !/\.(?:js|css|html|svg|json|txt)$/.test(file)) continue
    const bytes = readFileSync(file)
    if (bytes.length < 512) continue
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
  }
}

function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const file of [...sources.flatMap((source) => filesBelow(source)), 'package-lock.json'].sort()) {
    hash.update(file).update(readFileSync(path.join(root, file)))
  }
  return hash.digest('hex')
}

function filesBelow(source) {
  const full = path.join(root, source)
  if (statSync(full).isFile()) return [source]
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return []
    const file = path.join(source, entry.name)
    return entry.isDirectory() ? filesBelow(file) : [file]
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  install()
  await build({ all: !process.argv.includes('--stale') })
}
