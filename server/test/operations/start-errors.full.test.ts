import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../kit/ports.ts'
import { buildServer, startProcess } from '../kit/server-process.ts'

beforeAll(buildServer, 120_000)

/** What the program prints when it ends because of these variables. */
async function failToStart(environment: Record<string, string>): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aichat-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const port = await findFreePort()
  const { ended } = startProcess({ port, dataDir, databaseUrl: null, environment })
  const { code, errors } = await ended
  expect(code).toBe(1)
  return errors
}

const unreachable = 'postgres://aichat:secret@127.0.0.1:1/aichat'

test.each<[Record<string, string>, string]>([
  [{ PORT: '99999' }, 'PORT must be at most 65535, not "99999".'],
  [
    { HOST: '203.0.113.1' },
    'HOST 203.0.113.1 is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for every address.',
  ],
  [
    { DATABASE_URL: unreachable },
    'postgres://aichat@127.0.0.1:1/aichat: PostgreSQL does not accept connections there. Start it, or correct host and port in DATABASE_URL.',
  ],
  [
    { DATABASE_URL: 'postgres://aichat:secret@no-such-host.invalid/aichat' },
    'postgres://aichat@no-such-host.invalid/aichat: The host name cannot be resolved. Correct the host in DATABASE_URL.',
  ],
  [
    { DATA_DIR: '/dev/null/data' },
    'DATA_DIR /dev/null/data is a file or inside a file. Set DATA_DIR to a directory that can be written.',
  ],
])('%o is answered with a sentence and no stack trace', async (environment, sentence) => {
  expect(await failToStart(environment)).toBe(`${sentence}\n`)
})

test('a directory on a special file system is refused with the reason', async () => {
  const printed = await failToStart({ DATA_DIR: '/proc/aichat' })
  expect(printed).toMatch(
    /^DATA_DIR \/proc\/aichat cannot be used \(.+\)\. Set DATA_DIR to a directory .+\n$/,
  )
})

test('a file where the data directory should be is refused without a generated secret too', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'aichat-file-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(path.join(directory, 'file'), '')
  const printed = await failToStart({ DATA_DIR: path.join(directory, 'file'), APP_SECRET: '' })
  expect(printed).toMatch(
    / is a file or inside a file\. Set DATA_DIR to a directory that can be written\.\n$/,
  )
})
