import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { embeddedTest as test } from '../kit/engine.ts'
import { findFreePort } from '../kit/ports.ts'
import { buildServer } from '../kit/server-process.ts'

const root = path.resolve(import.meta.dirname, '../../..')

beforeAll(buildServer, 120_000)

test('SIGTERM to npm start ends the server and releases the port and the data directory', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-npm-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const port = await findFreePort()
  for (let start = 1; start <= 2; start++) {
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: root,
      // A group of its own, so that whatever the signal does not reach can be ended after the test.
      detached: true,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        DATA_DIR: dataDir,
        EMBEDDED_FSYNC: 'off',
      },
    })
    onTestFinished(() => endGroup(npm.pid as number))
    await expect.poll(() => isReady(port), { timeout: 120_000 }).toBe(true)
    const ended = once(npm, 'exit')
    npm.kill('SIGTERM')
    await ended
    await expect.poll(() => isReady(port), { timeout: 10_000 }).toBe(false)
  }
}, 300_000)

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Every process of the group has ended, as it should.
  }
}
