// Starts `npm run dev` as in a clean clone, edits one file of each program, and waits until a
// browser's next reload would receive the edit. Ends with exit code 1 when any of it fails.
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './install.mjs'

const startTimeoutMs = 180_000
const editTimeoutMs = 30_000

const folder = mkdtempSync(path.join(tmpdir(), 'aichat-dev-'))
const clone = path.join(folder, 'clone')
const [port, consolePort] = [await freePort(), await freePort()]
const server = `http://localhost:${port}`
const consoleUrl = `http://localhost:${consolePort}`

copySources()
copyPackages()
const dev = spawn('npm', ['run', '--silent', 'dev'], {
  cwd: clone,
  detached: true,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: {
    ...process.env,
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: '',
    REDIS_URL: '',
    EMBEDDED_FSYNC: 'off',
  },
})
let output = ''
dev.stdout.on('data', (data) => (output += data))
dev.stderr.on('data', (data) => (output += data))
process.on('exit', () => {
  if (dev.exitCode === null) process.kill(-dev.pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

try {
  await until(
    'the server is ready',
    startTimeoutMs,
    async () => (await get(`${server}/readyz`)).status === 200,
  )
  await until(
    'the console is served',
    startTimeoutMs,
    async () => (await get(`${consoleUrl}/login`)).status === 200,
  )
  for (const edit of edits()) await check(edit)
  await checkEnd()
  console.log('  npm run dev: every program starts from a clean clone, and an edit of each takes effect')
} catch (error) {
  console.error(`  ${error.message}\n${output.slice(-4000)}`)
  process.exit(1)
}

/** One edit a program: the file, what is replaced, and where the new text has to appear. */
function edits() {
  const text = `edited-${Date.now()}`
  return [
    {
      file: 'widget/app/main.tsx',
      change: (source) => `${source}\nglobalThis.devSmoke = '${text}'\n`,
      appears: async () => (await get(`${server}/widgets/minimal-bundle.js`)).body.includes(text),
    },
    {
      file: 'widget/loader/main.ts',
      change: (source) => `${source}\nObject.assign(globalThis, { devSmoke: '${text}' })\n`,
      appears: async () => (await get(`${server}/widgets/loader.js`)).body.includes(text),
    },
    {
      file: 'widget/loader/frame/bridge.ts',
      change: (source) => `${source}\nObject.assign(globalThis, { devSmoke: '${text}' })\n`,
      appears: async () => (await get(`${server}/widgets/bridge.js`)).body.includes(text),
    },
    {
      file: 'widget/app/languages/de.json',
      change: (source) => JSON.stringify({ ...JSON.parse(source), devSmoke: text }),
      appears: async () => (await get(`${server}/widgets/words-de.json`)).body.includes(text),
    },
    {
      file: 'console/src/main.tsx',
      change: (source) => `${source}\nObject.assign(globalThis, { devSmoke: '${text}' })\n`,
      appears: async () => (await get(`${consoleUrl}/src/main.tsx`)).body.includes(text),
    },
    {
      file: 'server/src/kit/http/health.ts',
      change: (source) => source.replace("'/livez'", `'/${text}'`),
      appears: async () => (await get(`${server}/${text}`)).status === 200,
    },
  ]
}

async function check({ file, change, appears }) {
  const place = path.join(clone, file)
  const source = readFileSync(place, 'utf8')
  const changed = change(source)
  if (changed === source) throw new Error(`${file} could not be edited`)
  writeFileSync(place, changed)
  await until(`the edit of ${file} takes effect`, editTimeoutMs, appears)
}

/** When one program dies, `npm run dev` ends with its exit code and leaves nothing behind. */
async function checkEnd() {
  const ended = new Promise((resolve) => dev.once('exit', resolve))
  const vite = processesOfClone().find((pid) => commandLine(pid).includes('vite/bin/vite.js'))
  process.kill(Number(vite), 'SIGKILL')
  const code = await Promise.race([ended, pause(20_000).then(() => 'timeout')])
  if (code !== 1)
    throw new Error(`npm run dev ended with ${code} after the console had been killed; expected 1`)
  if ((await get(`${server}/readyz`)).status !== 0) throw new Error('the server outlives npm run dev')
}

function processesOfClone() {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && workingDirectory(pid).startsWith(clone))
}

function workingDirectory(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Answers status 0 while nothing listens. */
async function get(url) {
  try {
    const response = await fetch(url, {
      headers: { 'accept-encoding': 'br', accept: 'text/html,*/*' },
      signal: AbortSignal.timeout(10_000),
    })
    return { status: response.status, body: await response.text() }
  } catch {
    return { status: 0, body: '' }
  }
}

async function until(sentence, timeoutMs, condition) {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (dev.exitCode !== null)
      throw new Error(`npm run dev ended with exit code ${dev.exitCode} before ${sentence}`)
    if (Date.now() > deadline) throw new Error(`timed out after ${timeoutMs / 1000} s: ${sentence}`)
    await pause(250)
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** What a clean clone contains: everything but packages, builds and data. */
function copySources() {
  const generated = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results'])
  cpSync(root, clone, { recursive: true, filter: (file) => !generated.has(path.basename(file)) })
}

/**
 * The packages of this checkout: as hard links where the file system allows it, so that the registry is asked only once. A
 * workspace has packages of its own where two need different versions.
 */
function copyPackages() {
  for (const workspace of [
    '.',
    ...JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).workspaces,
  ]) {
    const [from, to] = [root, clone].map((folder) => path.join(folder, workspace, 'node_modules'))
    if (!existsSync(from)) continue
    const { status } = spawnSync('cp', ['-al', from, to], { stdio: 'ignore' })
    if (status === 0) continue
    rmSync(to, { recursive: true, force: true })
    run('cp', ['-a', from, to])
  }
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => resolve(free))
    })
  })
}
