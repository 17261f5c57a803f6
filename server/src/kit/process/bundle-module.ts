import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Below the packages of the server, so that the bundle can import them. */
const cacheDirectory = path.join(root, 'server/node_modules/.cache')

/**
 * Bundles a TypeScript module with the source files that it imports, for a process that cannot load TypeScript. For development
 * only: esbuild is not part of a release.
 * @returns the URL of the bundle
 */
export async function bundleModule(module: URL): Promise<URL> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [fileURLToPath(module)],
    outdir: cacheDirectory,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@aichat/contracts': path.join(root, 'contracts/src') },
    logLevel: 'silent',
  })
  const [bundle] = outputFiles
  if (!bundle) throw new Error(`esbuild wrote nothing for ${module.href}`)
  const name = `${path.basename(module.pathname, '.ts')}-${bundle.hash.replace(/\W/g, '-')}.mjs`
  const file = path.join(cacheDirectory, name)
  if (!existsSync(file)) writeAtomically(file, bundle.contents)
  return pathToFileURL(file)
}

/** A process that starts meanwhile reads the whole file or none. */
function writeAtomically(file: string, contents: Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, contents)
  renameSync(unfinished, file)
}
