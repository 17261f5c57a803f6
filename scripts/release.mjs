// Creates a release: an archive of the built product with the packages that the server needs, for machines without Git, npm
// or access to a registry. `--folder <path>` writes the files to a folder instead, for the container image.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

/** What a running installation reads, and what its operator needs. */
const files = [
  'server/dist',
  'server/migrations',
  'server/sql',
  'console/dist',
  'widget/dist',
  'deploy',
  'docs',
  '.env.example',
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
]
const manifests = ['package.json', 'package-lock.json', '.npmrc']
const workspaces = ['contracts', 'server', 'console', 'widget']

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const { version } = readJson(path.join(root, 'package.json'))
const name = `aichat-${version}-${process.platform}-${process.arch}`
const folder = values.folder ? path.resolve(values.folder) : path.join(root, 'dist', name)
if (values.folder && existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty.`)
  process.exit(1)
}

install()
await build()
rmSync(folder, { recursive: true, force: true })
installServerPackages()
writeFileSync(path.join(folder, 'sbom.cdx.json'), createSbom())
removeDevelopmentParts()
for (const file of files) cpSync(path.join(root, file), path.join(folder, file), { recursive: true })
for (const file of ['deploy/healthcheck.mjs', 'deploy/postgres-init.sh'])
  chmodSync(path.join(folder, file), 0o755)
if (!values.folder) {
  const archive = `${folder}.tar.gz`
  // The files belong to root wherever the archive is unpacked by root, and other users may read them.
  const owner = ['--owner=root:0', '--group=root:0', '--mode=u=rwX,go=rX']
  execFileSync('tar', ['-czf', archive, ...owner, '-C', path.dirname(folder), name])
  rmSync(folder, { recursive: true })
  console.log(`  ${path.relative(process.cwd(), archive)}`)
}

/** Exactly the packages of the lock file, without those for development, the console and the widget. */
function installServerPackages() {
  for (const file of manifests) copy(file)
  for (const workspace of workspaces) copy(`${workspace}/package.json`)
  run('npm', ['ci', '--omit=dev', '--workspace', 'server', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
  })
}

function copy(file) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  cpSync(path.join(root, file), path.join(folder, file))
}

/**
 * The software bill of materials, in CycloneDX format: every package of the server, and those that are bundled into console
 * and widget. npm takes a package for a development dependency when any workspace lists it as one, so those lists go first.
 */
function createSbom() {
  const lock = readJson(path.join(folder, 'package-lock.json'))
  for (const workspace of ['', ...workspaces]) {
    const file = path.join(folder, workspace, 'package.json')
    const { devDependencies, scripts, ...manifest } = readJson(file)
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
    delete lock.packages[workspace].devDependencies
  }
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock))
  return execFileSync(
    'npm',
    ['sbom', '--offline', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error'],
    { cwd: folder, maxBuffer: 100_000_000 },
  )
}

/** Nothing is installed into a release, and its server contains the contracts. */
function removeDevelopmentParts() {
  for (const part of [
    'package-lock.json',
    '.npmrc',
    'node_modules/.package-lock.json',
    'node_modules/@aichat',
  ])
    rmSync(path.join(folder, part), { recursive: true, force: true })
  for (const workspace of ['contracts', 'console', 'widget'])
    rmSync(path.join(folder, workspace), { recursive: true })
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
