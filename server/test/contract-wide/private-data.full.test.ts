import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { signUp, upload } from '../kit/client.ts'
import { embeddedTest as test } from '../kit/engine.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer, type ServerProcess, startProcess } from '../kit/server-process.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const anotherUser = ['--reuid=65534', '--regid=65534', '--clear-groups']

beforeAll(buildServer, 120_000)

/** A parent directory that every user of the machine may enter. */
function publicDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-private-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  chmodSync(directory, 0o755)
  return directory
}

/** Starts a server under the umask of most systems, and uploads a file. */
async function startWithFile(dataDir: string): Promise<ServerProcess> {
  const port = await findFreePort()
  const umask = process.umask(0o022)
  const server = startProcess({
    port,
    dataDir,
    databaseUrl: null,
    temporaryDir: `${dataDir}.temporary`,
    environment: { APP_SECRET: '', REDIS_URL: '', LOG_LEVEL: 'warn' },
  })
  process.umask(umask)
  onTestFinished(() => server.kill('SIGKILL'))
  await server.ready
  const url = `http://127.0.0.1:${port}`
  const owner = await signUp(url, 'acme')
  const file = { name: 'prices.txt', content: 'prices' }
  const { status } = await upload(url, '/api/saved-replies/files', owner.tokens.accessToken, [file])
  expect(status).toBe(201)
  return server
}

function listEntries(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(directory, name),
  )
}

/** The entries that other users may read, write or enter, by their modes. */
function listOpen(dataDir: string): string[] {
  const mode = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0
  return [dataDir, ...listEntries(dataDir)].filter((file) => (mode(file) & 0o077) !== 0)
}

/** The files that another user of the machine can read or write. Only root may become another user. */
function listAccessible(directory: string): string {
  if (process.getuid?.() !== 0) return ''
  const command = ['find', directory, '(', '-readable', '-o', '-writable', ')']
  const { status, stdout, error } = spawnSync('setpriv', [...anotherUser, ...command], { encoding: 'utf8' })
  expect({ error, isRun: status === 0 || status === 1 }).toEqual({ error: undefined, isRun: true })
  return stdout
}

describe('the data directory', () => {
  test('of a new installation is accessible to its owner only', async () => {
    const parent = publicDirectory()
    const dataDir = path.join(parent, 'data')
    const server = await startWithFile(dataDir)
    expect(listEntries(dataDir).length).toBeGreaterThan(500)
    expect(listOpen(dataDir)).toEqual([])
    expect(listAccessible(dataDir)).toBe('')
    await server.kill('SIGTERM')
    expect(listOpen(dataDir)).toEqual([])
  })

  test('of an installation that was readable for everyone is closed at the next start', async () => {
    const parent = publicDirectory()
    const dataDir = path.join(parent, 'data')
    const first = await startWithFile(dataDir)
    await first.kill('SIGTERM')
    for (const file of [dataDir, ...listEntries(dataDir)])
      chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o666)
    const second = await startWithFile(dataDir)
    expect(listOpen(dataDir)).toEqual([])
    expect(listAccessible(dataDir)).toBe('')
    await second.kill('SIGTERM')
  })

  test('that also contains files of others keeps their modes, and closes its own', async () => {
    const dataDir = publicDirectory()
    const other = path.join(dataDir, 'website')
    mkdirSync(other)
    writeFileSync(path.join(other, 'index.html'), 'Hello')
    for (const file of [other, path.join(other, 'index.html')]) chmodSync(file, 0o755)
    const server = await startWithFile(dataDir)
    const open = listOpen(dataDir)
    expect(open.sort()).toEqual([dataDir, other, path.join(other, 'index.html')])
    expect(server.output()).toContain('contains entries of other programs')
  })
})

test('a backup is readable by its owner only, also where a readable unfinished one was left', async () => {
  const parent = publicDirectory()
  const dataDir = path.join(parent, 'data')
  const server = await startWithFile(dataDir)
  const file = path.join(parent, 'backup.tar.gz')
  writeFileSync(`${file}.part`, '', { mode: 0o644 })
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const backup = spawnSync(process.execPath, ['--liftoff-only', 'server/dist/ops.js', 'backup', file], {
    cwd: root,
    env,
  })
  expect(backup.status).toBe(0)
  expect(existsSync(file)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await server.kill('SIGTERM')
  expect(listOpen(dataDir)).toEqual([])

  const there = path.join(parent, 'restored')
  const restore = spawnSync(process.execPath, ['--liftoff-only', 'server/dist/ops.js', 'restore', file], {
    cwd: root,
    env: { ...env, DATA_DIR: there },
  })
  expect(restore.status).toBe(0)
  expect(listOpen(there)).toEqual([])
})
